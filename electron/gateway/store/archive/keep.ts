import type { Database } from 'better-sqlite3'
import { restingMs } from '../../../../shared/domain/archive-month.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import { partBeside } from '../../platform/durable-file.ts'
import type { ActWriter } from '../areas/acts.ts'
import type { GroupCommit } from '../group-commit.ts'
import { beginnings, isPackedFile, pathOf } from '../journal/files.ts'
import type { Journal } from '../journal/journal.ts'
import type { ArchiveStep, KeptArchive } from '../port/port.ts'
import { type ArchiveRow, archivesOf } from './archives.ts'
import { prepareIsChain } from './chain-at.ts'
import type { Made } from './make.ts'
import { makeApart } from './make-apart.ts'
import { prepareRemoval } from './remove.ts'

/**
 * After so many steps the log is folded back beside the tills: they make it grow by some 70 pages each, and at 4,000 a
 * sale would have to do it. Seldom would be cheaper, but what is folded back is synced at once, and on a slow disk the
 * sync of a sale waits behind all of it.
 */
const stepsToFold = 4

interface KeepDeps {
  readonly commit: GroupCommit
  readonly journal: Journal
  readonly addAct: ActWriter
}

/**
 * The closed months of a database, step by step: a file is made and proved beside everything else, then the database
 * says in one transaction that it relies on it, and only then its rows go, a few at a time.
 */
export class ArchiveKeeper {
  readonly #database: Database
  readonly #deps: KeepDeps
  readonly #archives
  readonly #isChain
  readonly #insert
  readonly #remove
  /** Files that were read from the first line to the last since this was opened. */
  readonly #proved = new Set<string>()
  #isBusy = false
  #stepsSinceFolded = 0

  constructor(database: Database, deps: KeepDeps) {
    this.#database = database
    this.#deps = deps
    this.#archives = archivesOf(database)
    this.#isChain = prepareIsChain(database)
    this.#insert = database.prepare(
      `INSERT INTO archive (first_line, last_line, name, chain_before, chain_after, last_event, first_record,
         last_record, bytes, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#remove = prepareRemoval(database, this.#archives)
  }

  /** Tills are heard between two files. */
  async list(): Promise<readonly KeptArchive[]> {
    const listed: KeptArchive[] = []
    const absent = this.#archives.absent().map(({ detail }) => detail)
    for (const row of this.#archives.rows()) {
      const { name, first_line, last_line, bytes, made_at, removed_to } = row
      listed.push({
        name,
        firstLine: first_line,
        lastLine: last_line,
        bytes,
        madeAt: made_at,
        isLost: absent.includes(name) || this.#archives.lost(row).length > 0,
        isDetached: this.#archives.isDetached(row),
        isDone: removed_to === null,
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
    return listed
  }

  /**
   * The next step: rows of a few records, or a whole file in a thread of its own; where all months are archived, a file of
   * the journal. Of what is not trusted nothing is archived, because nothing that was found may be hidden by it.
   * @throws Error where anything does not hold; StorageFailure
   */
  async goOn(at: Instant): Promise<ArchiveStep> {
    const { journal } = this.#deps
    if (this.#isBusy || journal.findings.length > 0) return 'nothing'
    this.#isBusy = true
    try {
      const begun = this.#archives.rows().find((row) => row.removed_to !== null && !this.#archives.isDetached(row))
      if (begun) return await this.#removeSome(begun)
      const made = await this.#make(at)
      return made === 'nothing' ? await this.#pack() : made
    } finally {
      this.#isBusy = false
    }
  }

  async #removeSome(row: ArchiveRow): Promise<ArchiveStep> {
    // Another process proved it, before a stop: what the disk holds since then is looked at anew.
    if (!this.#proved.has(row.name)) {
      await makeApart({ file: this.#database.name, row })
      this.#proved.add(row.name)
    }
    this.#stepsSinceFolded += 1
    if (this.#stepsSinceFolded > stepsToFold) {
      this.#stepsSinceFolded = 0
      await makeApart({ file: this.#database.name })
    }
    return (await this.#remove(row)) ? 'done' : 'removed_some'
  }

  async #make(at: Instant): Promise<ArchiveStep> {
    const { journal, commit, addAct } = this.#deps
    const { directory } = journal
    const made = await makeApart({ file: this.#database.name, directory, endedBefore: at - restingMs, now: at })
    if (!made) return 'nothing'
    await commit.write(() => this.#rely(made, addAct, at))
    checkpoint('archive_kept')
    this.#proved.add(made.name)
    return 'made'
  }

  /** The oldest file of the journal that has nothing but lines of closed months, which the archives have too. */
  async #pack(): Promise<ArchiveStep> {
    const { journal } = this.#deps
    const { directory } = journal
    const number = this.#toPack()
    if (number === null) return 'nothing'
    const part = partBeside(pathOf(directory, number))
    const isReplaced = await journal.replaceFile(number, part, () =>
      makeApart({ file: this.#database.name, directory, number, part }),
    )
    return isReplaced ? 'packed' : 'nothing'
  }

  #toPack(): number | null {
    const { directory, place } = this.#deps.journal
    const archivedTo = this.#archives.last()?.last_line ?? 0
    const next = beginnings(directory).find(
      ({ file, line }) =>
        file > 1 && file <= place.file && line <= archivedTo && !isPackedFile(pathOf(directory, file - 1)),
    )
    return next && this.#isChain(next) ? next.file - 1 : null
  }

  #rely(made: Made, addAct: ActWriter, at: Instant): void {
    const { first_line, last_line, name, chain_before, chain_after, last_event, first_record, last_record } = made
    const records = [first_record, last_record]
    this.#insert.run(first_line, last_line, name, chain_before, chain_after, last_event, ...records, made.bytes, at)
    // Whoever has the journal alone knows from it which files there were, and by what they are proved.
    const facts = { name, first_line, last_line, head: chain_after.toString('hex') }
    addAct({ at, by: 'gateway', type: 'month_archived', facts })
  }
}
