import { restingMs } from '../../../../shared/domain/archive-month.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import { linesOf } from '../../store/kept/archive-block.ts'
import type { ArchiveStep, KeptArchive } from '../../store/port/port.ts'
import type { ActWriter } from '../areas/acts.ts'
import type { Ask } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import { type Connections, oneMoment } from '../connect.ts'
import type { Findings } from '../journal/findings.ts'
import { proveLines } from '../journal/prove-lines.ts'
import type { Writer } from '../writer.ts'
import { blockAt } from './blocks.ts'
import { areKept, dropWritten, proveWritten, writeBlock } from './make.ts'
import { type ArchivedMonth, isDetached, type MonthOfBlocks, monthsOf, nameOf, unfinishedMonth } from './months.ts'
import { removeBlock } from './remove.ts'

interface KeepDeps {
  readonly read: Ask
  /** Of its own: whoever sells waits for none of it. */
  readonly archiving: Connections
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly findings: Findings
  readonly addAct: ActWriter
  /** What time it is. */
  readonly now: () => Instant
}

/**
 * The closed months of a head office, step by step and by any of its processes: blocks are written and proved beside
 * everything else, then the database says in one transaction that it relies on them, and only then their rows go.
 */
export class ArchiveKeeper {
  readonly #deps: KeepDeps
  /** Months that were read from the first line to the last since this process began. */
  readonly #proved = new Set<string>()
  #running: Promise<ArchiveStep> | null = null
  #isClosed = false

  constructor(deps: KeepDeps) {
    this.#deps = deps
  }

  async list(): Promise<readonly KeptArchive[]> {
    const { read, now } = this.#deps
    const listed: KeptArchive[] = []
    for (const row of await monthsOf(read)) {
      const gone = isDetached(row, now())
      listed.push({
        name: nameOf(row),
        firstLine: row.first_line,
        lastLine: row.last_line,
        bytes: row.bytes,
        madeAt: row.made_at,
        isLost: !gone && !(await this.#isReadable(row)),
        isDetached: gone,
        isDone: row.removed_to === null,
      })
    }
    return listed
  }

  async #isReadable(row: ArchivedMonth): Promise<boolean> {
    const block = row.is_there ? await blockAt(this.#deps.read, row, row.first_line) : undefined
    return block !== undefined && linesOf(block) !== null
  }

  /**
   * The next step: rows of the records of a block, or all blocks of a month. Of what is not trusted nothing is archived,
   * because nothing that was found may be hidden by it.
   * @throws Error where anything does not hold; StorageFailure
   */
  async goOn(at: Instant): Promise<ArchiveStep> {
    if (this.#running || this.#isClosed) return 'nothing'
    this.#running = this.#step(at)
    try {
      return await this.#running
    } finally {
      this.#running = null
    }
  }

  /** Behind the block that is being written. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.catch(() => undefined)
  }

  async #step(at: Instant): Promise<ArchiveStep> {
    const { read, findings } = this.#deps
    if ((await findings.all()).length > 0) return 'nothing'
    const begun = await unfinishedMonth(read)
    return begun ? this.#remove(begun, at) : this.#make(at)
  }

  async #remove(row: ArchivedMonth, now: Instant): Promise<ArchiveStep> {
    const { read, writer } = this.#deps
    // Another process proved it, or this one before a stop: what the disk holds since then is looked at anew.
    if (!this.#proved.has(nameOf(row)) && !(await this.#prove(row))) return 'nothing'
    return (await removeBlock({ read, writer, now }, row)) ? 'done' : 'removed_some'
  }

  /** @returns false where this was closed meanwhile. @throws Error where it is not what was kept: nothing is taken away */
  async #prove(row: ArchivedMonth): Promise<boolean> {
    const { archiving, findings, now } = this.#deps
    let place = { chainId: row.chain_id, line: row.first_line - 1, chain: row.chain_before as Uint8Array }
    while (place.line < row.last_line) {
      if (this.#isClosed) return false
      const behind = place
      const step = await archiving.transact((ask) => proveLines(ask, behind, now()), oneMoment)
      await findings.add(step.findings)
      if (step.findings.length > 0 || !step.next) throw new Error(`${nameOf(row)} is not what was kept`)
      place = { ...place, ...step.next }
    }
    this.#proved.add(nameOf(row))
    return true
  }

  async #make(at: Instant): Promise<ArchiveStep> {
    const { archiving } = this.#deps
    const chains = await archiving.ask<{ readonly id: number }>('SELECT id FROM chain WHERE id > 0 ORDER BY id')
    for (const { id: chainId } of chains) {
      const making = { chainId, endedBefore: at - restingMs, now: at }
      for (;;) {
        if (this.#isClosed) return 'nothing'
        const made = await writeBlock(archiving, making)
        if (made.kind === 'elsewhere') return 'nothing'
        if (made.kind === 'nothing') break
        if (made.kind === 'whole') return this.#keep(chainId, made.month, at)
        checkpoint('archive_written')
      }
    }
    return 'nothing'
  }

  async #keep(chainId: number, month: string, at: Instant): Promise<ArchiveStep> {
    const { archiving, writer } = this.#deps
    const lease = writer.lease()
    const written = await proveWritten(archiving, chainId, month).catch(async (cause: unknown) => {
      await dropWritten(archiving.ask, chainId, month)
      throw cause
    })
    if (!written) return 'nothing'
    await writer.write((transaction) => this.#rely(transaction, { chainId, written, at }), lease)
    checkpoint('archive_kept')
    return 'made'
  }

  async #rely(
    transaction: Parameters<ActWriter>[0],
    { chainId, written, at }: { readonly chainId: number; readonly written: MonthOfBlocks; readonly at: Instant },
  ): Promise<void> {
    const { ask } = transaction
    const { month, first_line, last_line, chain_before, chain_after } = written
    const { count } = await ask(
      `INSERT INTO archive (chain_id, first_line, last_line, month, chain_before, chain_after, last_event, first_record,
         last_record, bytes, made_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
       WHERE $2 = (SELECT coalesce(max(last_line), 0) + 1 FROM archive WHERE chain_id = $1)`,
      chainId,
      first_line,
      last_line,
      month,
      chain_before,
      chain_after,
      written.last_event,
      written.first_record,
      written.last_record,
      written.bytes,
      at,
    )
    // Another process did it meanwhile.
    if (count === 0) return
    // Or threw them away, to write them anew; or another server took over that never had them.
    if (!(await areKept(ask, chainId, written))) throw new Error(`the blocks of ${month} are not there any more`)
    const { guid: companyGuid } = await this.#deps.companies.nameOf(chainId)
    // Whoever has the acts alone knows from it which months there were, and by what they are proved.
    const facts = { companyGuid, name: month, first_line, last_line, head: chain_after.toString('hex') }
    await this.#deps.addAct(transaction, { at, by: 'gateway', type: 'month_archived', facts })
  }
}
