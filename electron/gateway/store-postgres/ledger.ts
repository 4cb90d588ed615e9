import type { HistoryGap } from '../../../shared/domain/decide-recheck.ts'
import {
  countsIn,
  type FindingCounts,
  type FindingList,
  findingsOf,
  noFindings,
  withFound,
} from '../../../shared/domain/finding-list.ts'
import { isOfClass, type JournalFinding, mayGoOut } from '../../../shared/domain/journal-finding.ts'
import { type Frame, origin } from '../store/kept/frame.ts'
import { type ActCells, actFrame, type EventCells, eventFrame } from '../store/kept/line.ts'
import { besideText } from '../store/kept/line-row.ts'
import { type Ask, keepSetting } from './ask.ts'

/** The chain of what concerns no one company. */
export const houseChain = 0

export const findingsSetting = 'journal_findings'
export const findingCountsSetting = 'journal_finding_counts'
export const historyGapSetting = 'mistrusted_up_to'

/** The last line of a chain. */
export interface ChainEnd {
  readonly line: number
  readonly chain: Uint8Array
}

interface Places {
  readonly event: number
  readonly act: number
}

interface ReadRow {
  readonly event_seq: number
  readonly act_seq: number
  readonly findings: string | null
  readonly counts: string | null
  readonly historyGap: string | null
}

const settingOf = (name: string) => `(SELECT value FROM setting WHERE name = '${name}')`

/**
 * What one transaction numbers and chains: read under the lock of writers, kept at its end. Within it nothing is asked
 * of the database twice.
 */
export class Ledger {
  #found: FindingList
  readonly historyGap: HistoryGap | null
  readonly #ask: Ask
  readonly #before: Places
  #places: Places
  #ends: Map<number, ChainEnd>
  readonly #endsBefore: ReadonlyMap<number, ChainEnd>

  private constructor(ask: Ask, row: ReadRow, ends: ReadonlyMap<number, ChainEnd>) {
    this.#ask = ask
    this.#before = { event: row.event_seq, act: row.act_seq }
    this.#places = this.#before
    this.#endsBefore = ends
    this.#ends = new Map(ends)
    this.#found = row.findings === null ? noFindings : listOf(row.findings, row.counts)
    this.historyGap = row.historyGap === null ? null : (JSON.parse(row.historyGap) as HistoryGap)
  }

  /** Begins a transaction that has the lock. */
  static async read(ask: Ask): Promise<Ledger> {
    const [[row], ends] = await Promise.all([
      ask<ReadRow>(
        `SELECT event_seq, act_seq, ${settingOf(findingsSetting)} AS findings,
           ${settingOf(findingCountsSetting)} AS counts, ${settingOf(historyGapSetting)} AS "historyGap" FROM place`,
      ),
      ask<ChainEnd & { readonly id: number }>('SELECT id, line, chain FROM chain'),
    ])
    if (!row) throw new Error('the row of places is gone')
    return new Ledger(ask, row, new Map(ends.map(({ id, line, chain }) => [id, { line, chain }])))
  }

  /** What was found and no person has vouched for since, the first of it. */
  get findings(): readonly JournalFinding[] {
    return this.#found.findings
  }

  get isTrusted(): boolean {
    return mayGoOut(this.findings)
  }

  /** A person vouches: what concerns one record stays all the same. */
  async vouched(): Promise<void> {
    this.#found = findingsOf(this.#found, isOfClass('one_record'))
    await this.#keepFindings()
  }

  /**
   * Writes down what nobody has looked at yet, once.
   * @param counted as in `withFound`
   */
  async found(given: readonly JournalFinding[], counted = countsIn(given)): Promise<void> {
    const found = withFound(this.#found, given, counted)
    if (found === this.#found) return
    this.#found = found
    await this.#keepFindings()
  }

  async #keepFindings(): Promise<void> {
    await keepSetting(this.#ask, findingsSetting, JSON.stringify(this.#found.findings))
    await keepSetting(this.#ask, findingCountsSetting, JSON.stringify(this.#found.findingCounts))
  }

  /** Writes an event and its line. The rows of what belongs to it are written already, or on their way before. */
  event(companyId: number, cells: Omit<EventCells, 'line' | 'seq'>): readonly Promise<unknown>[] {
    const seq = this.#places.event + 1
    this.#places = { ...this.#places, event: seq }
    const { record_seq, version, at, type, by, facts, revision, body } = cells
    const end = this.#endOf(companyId)
    const line = end.line + 1
    const frame = eventFrame(end.chain, { line, seq, ...cells })
    return [
      this.#ask(
        `INSERT INTO event (seq, record_seq, version, at, type, by, facts, revision, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        seq,
        record_seq,
        version,
        at,
        type,
        by,
        facts,
        revision,
        body?.plain ?? null,
      ),
      this.#line(companyId, { line, eventSeq: seq, actSeq: null, beside: besideText(cells), frame }),
    ]
  }

  /** Writes an act and its line. */
  act(companyId: number, cells: Omit<ActCells, 'line' | 'seq'>): readonly Promise<unknown>[] {
    const seq = this.#places.act + 1
    this.#places = { ...this.#places, act: seq }
    const { at, by, type, facts, subject } = cells
    const end = this.#endOf(companyId)
    const line = end.line + 1
    const frame = actFrame(end.chain, { line, seq, ...cells })
    return [
      this.#ask('INSERT INTO act (seq, at, by, type, facts) VALUES ($1, $2, $3, $4, $5)', seq, at, by, type, facts),
      this.#line(companyId, { line, eventSeq: null, actSeq: seq, beside: subject, frame }),
    ]
  }

  /** The last thing that a transaction writes. */
  async keep(): Promise<void> {
    const moved = [...this.#ends].filter(([id, { line }]) => this.#endsBefore.get(id)?.line !== line)
    const { event, act } = this.#places
    await Promise.all([
      ...(this.#places === this.#before
        ? []
        : [this.#ask('UPDATE place SET event_seq = $1, act_seq = $2', event, act)]),
      ...moved.map(([id, { line, chain }]) =>
        this.#ask(
          `INSERT INTO chain (id, line, chain) VALUES ($1, $2, $3)
           ON CONFLICT (id) DO UPDATE SET line = excluded.line, chain = excluded.chain`,
          id,
          line,
          chain,
        ),
      ),
    ])
  }

  #endOf(id: number): ChainEnd {
    return this.#ends.get(id) ?? { line: 0, chain: origin }
  }

  #line(chainId: number, { line, eventSeq, actSeq, beside, frame }: NewLine): Promise<unknown> {
    this.#ends.set(chainId, { line, chain: frame.chain })
    return this.#ask(
      'INSERT INTO journal_line (chain_id, line, event_seq, act_seq, beside, chain) VALUES ($1, $2, $3, $4, $5, $6)',
      chainId,
      line,
      eventSeq,
      actSeq,
      beside,
      frame.chain,
    )
  }
}

const listOf = (findings: string, counts: string | null): FindingList =>
  withFound(
    withFound(noFindings, JSON.parse(findings) as JournalFinding[]),
    [],
    JSON.parse(counts ?? '{}') as FindingCounts,
  )

interface NewLine {
  readonly line: number
  readonly eventSeq: number | null
  readonly actSeq: number | null
  readonly beside: string | null
  readonly frame: Frame
}
