import { mkdirSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { Database } from 'better-sqlite3'
import type { FindingCounts } from '../../../../shared/domain/finding-list.ts'
import { finding, type JournalFinding, mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import type { AfterCommit } from '../group-commit.ts'
import type { Frame } from '../kept/frame.ts'
import type { Head, JournalStatus } from '../port/journal.ts'
import { StorageFailure } from '../refusal.ts'
import { codeOf, headPath, type Seal, type SealAbsence, writeAnchor, writeHead } from './anchor.ts'
import { type Place, pathOf } from './files.ts'
import type { JournalLines } from './journal-lines.ts'
import { FoundFindings } from './kept-findings.ts'
import { prepareLineRows } from './line-rows.ts'
import { quarantineAll } from './quarantine.ts'
import { JournalWriter } from './writer.ts'

/** Where a journal is kept, and how it is proven that nobody changed it. */
export interface JournalOptions {
  readonly directory: string
  readonly seal: Seal | SealAbsence
  /** When it is opened. */
  readonly now: Instant
  /** Bytes after which a file is full; 64 MB where nothing is said. */
  readonly fullBytes?: number
}

export interface Mended {
  /** Lines that only the database had. */
  readonly appended: number
  /** Lines that only the journal had. */
  readonly replayed: number
  /** Records put in doubt for that. */
  readonly mistrusted: number
}

/** An anchor is never further behind than this: a start compares everything from it on. */
const mostUnsealedLines = 10_000

/**
 * The journal beside the database: after every commit its lines are written and synced before anybody is answered.
 * Whatever the database loses can be told from it, and whatever is changed in either shows.
 */
export class Journal implements AfterCommit {
  readonly directory: string
  /** When it was proven last before it was opened. */
  provenBefore: Instant | null = null
  readonly #lines: JournalLines
  readonly #database: Database
  readonly #found: FoundFindings
  readonly #fullBytes: number | undefined
  #seal: Seal | null
  #mended: Mended = { appended: 0, replayed: 0, mistrusted: 0 }
  #writer: JournalWriter | null = null
  /** Committed to the database and not written yet: the disk was full. */
  #owed: readonly Frame[] = []
  #failure: StorageFailure | null = null
  #sealed: { readonly line: number; readonly at: Instant } | null = null
  /** The end of what a power cut cannot take. */
  #durable: Place | null = null
  /** The last line whose place was proven. */
  #headLine = 0
  /** Rises whenever places may become others. */
  #layout = 0
  #replacing: Promise<void> | null = null

  constructor(database: Database, journalLines: JournalLines, { directory, seal, fullBytes }: JournalOptions) {
    this.directory = directory
    this.#database = database
    this.#lines = journalLines
    this.#seal = typeof seal === 'string' ? null : seal
    this.#fullBytes = fullBytes
    this.#found = new FoundFindings(database)
  }

  /** Whether anything may go out to the authority. */
  get isTrusted(): boolean {
    return mayGoOut(this.findings)
  }

  get findings(): readonly JournalFinding[] {
    return this.#found.list.findings
  }

  get place(): Place {
    return this.#open().place
  }

  #open(): JournalWriter {
    if (!this.#writer) throw new StorageFailure('the journal is not open', { trouble: 'failing' })
    return this.#writer
  }

  get status(): JournalStatus {
    const { line, chain } = this.#lines.end
    return {
      isTrusted: this.isTrusted,
      ...this.#found.list,
      ...this.#mended,
      lines: line,
      code: codeOf(chain),
      sealedAt: this.#sealed?.at ?? null,
      provenBefore: this.provenBefore,
    }
  }

  /**
   * Goes on from a place, with every line that only the database has.
   * @throws Error of the file system
   */
  open(place: Place, mended: Mended): void {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 })
    this.#writer = new JournalWriter(this.directory, place, this.#fullBytes)
    const appended = this.#append(place.line)
    this.#writer.syncNow()
    this.#durable = this.place
    this.#mended = { ...mended, appended }
  }

  #append(after: number): number {
    let frames: Frame[] = []
    let count = 0
    for (const kept of prepareLineRows(this.#database).after(after)) {
      const frame = kept.frame(frames.at(-1)?.chain ?? this.place.chain)
      if (!frame || !kept.chain?.equals(frame.chain)) {
        this.found([finding('entry_changed', { line: kept.line, record: kept.record })])
        break
      }
      count += 1
      frames.push(frame)
      if (frames.length < 500) continue
      this.#open().append(frames)
      frames = []
    }
    this.#open().append(frames)
    return count
  }

  /** Where nothing may go out for it, nothing does. @param counted as in `withFound` */
  found(findings: readonly JournalFinding[], counted?: FindingCounts): void {
    this.#found.add(findings, counted)
  }

  /** Before a transaction. @throws StorageFailure where its lines could not be written */
  assertReady(): void {
    if (this.#failure) throw this.#failure
    if (this.#owed.length > 0) this.#write([])
  }

  /** @returns what to wait for before anybody is answered; null for nothing */
  committed(): Promise<void> | null {
    const frames = this.#lines.committed()
    if (frames.length === 0) return null
    checkpoint('journal_behind')
    return this.#keep(frames)
  }

  rolledBack(): void {
    this.#lines.rolledBack()
  }

  #write(frames: readonly Frame[]): void {
    const owed = [...this.#owed, ...frames]
    this.#owed = owed
    try {
      this.#open().append(owed)
      this.#owed = []
    } catch (cause) {
      throw this.#failed(cause)
    }
  }

  async #keep(frames: readonly Frame[]): Promise<void> {
    this.#write(frames)
    const place = this.place
    try {
      await this.#open().sync()
    } catch (cause) {
      throw this.#failed(cause)
    }
    this.#durable = place
    this.#sealAgain()
  }

  /** So that a start never has much to compare. */
  #sealAgain(): void {
    if (!this.#sealed || this.place.line - this.#sealed.line < mostUnsealedLines) return
    try {
      this.seal(this.#sealed.at)
    } catch {
      // What was written is durable all the same; the anchor before still stands, and when it was sealed is shown.
      this.#sealed = { ...this.#sealed, line: this.place.line }
    }
  }

  /** After an error of the disk nobody knows what the file holds; one that is only full says so. */
  #failed(cause: unknown): StorageFailure {
    const failure = new StorageFailure('the journal is not durable', { cause })
    if (failure.trouble !== 'full') this.#failure = failure
    return failure
  }

  /** Proves everything so far. Of a journal that is not trusted the last anchor stays: it is the evidence. */
  seal(at: Instant): void {
    if (!this.#seal || !this.isTrusted || !this.#writer) return
    this.#writer.syncNow()
    writeAnchor(this.directory, { ...this.place, installation: this.#seal.installation, at }, this.#seal)
    this.#sealed = { line: this.place.line, at }
  }

  /**
   * Proves, without keeping anybody waiting, that everything durable was there.
   * @returns how far that is; null where nothing may be proven
   * @throws Error of the file system
   */
  async proveHead(at: Instant): Promise<Head | null> {
    const durable = this.#durable
    const seal = this.#seal
    if (!seal || !this.isTrusted || !this.#writer || !durable) return null
    const layout = this.#layout
    const isStillSo = () => layout === this.#layout && this.isTrusted
    if (durable.line > this.#headLine) {
      await writeHead(this.directory, { anchor: { ...durable, installation: seal.installation, at }, seal, isStillSo })
      this.#headLine = durable.line
    }
    return isStillSo() ? { line: durable.line, chain: durable.chain.toString('hex') } : null
  }

  /**
   * Puts a file that says the same in the place of one that nothing is added to. Whenever the power goes, one of the two
   * is there whole.
   * @param made writes and proves the other one, beside it
   * @returns false where the journal became another meanwhile
   * @throws what `made` throws, and Error of the file system
   */
  async replaceFile(number: number, part: string, made: () => Promise<unknown>): Promise<boolean> {
    const layout = this.#layout
    try {
      await made()
      if (layout !== this.#layout || !this.isTrusted) return false
      this.#replacing = rename(part, pathOf(this.directory, number))
      await this.#replacing
      checkpoint('journal_file_replaced')
      return true
    } finally {
      this.#replacing = null
      rmSync(part, { force: true })
    }
  }

  /** Writes every line anew from the database; the files there were are kept apart. */
  async rewrite(place: Place): Promise<void> {
    const writer = this.#open()
    while (writer.isSyncing || this.#replacing) await (this.#replacing?.catch(() => undefined) ?? writer.sync())
    // From here on in one turn of the loop: no commit may come between the old files and the new ones.
    writer.release()
    this.#layout += 1
    this.#headLine = 0
    rmSync(headPath(this.directory), { force: true })
    quarantineAll(this.directory)
    this.open(place, this.#mended)
  }

  /** A person vouches for what is there, under a seal that is this installation's own. */
  trust(seal: Seal | null, at: Instant): void {
    this.#layout += 1
    this.#headLine = 0
    rmSync(headPath(this.directory), { force: true })
    this.#seal = seal ?? this.#seal
    this.#found.trust()
    this.seal(at)
  }

  async close(): Promise<void> {
    const writer = this.#writer
    if (!writer) return
    this.#layout += 1
    try {
      if (!this.#failure && this.#sealed) this.seal(this.#sealed.at)
    } finally {
      this.#writer = null
      await writer.close()
    }
  }
}
