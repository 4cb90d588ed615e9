import { GatewayProblem } from '../../shared/api/call.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { fetchRecord, type ListedRecord } from '../gateway/records.ts'
import { currentSession, useSessionState } from '../gateway/session.ts'
import { sharedState } from '../gateway/shared-state.ts'
import { type ActOutcome, actOutcomeOf, type BulkAct } from './outcome.ts'
import { settleRecord, withdrawRecord } from './record-acts.ts'

export interface BulkRunRow extends ListedRecord {
  readonly outcome: ActOutcome
}

/** One act on many documents, each by its own call. */
export interface BulkRun {
  readonly act: BulkAct
  readonly rows: ReadonlyMap<string, BulkRunRow>
  readonly startedAt: number
  /** The session that started it. The next person at this screen does not see it. */
  readonly token: string
  /** Its result was seen. Only rows that failed are left, and only To do shows them. */
  readonly isOver?: true
}

/** The gateway answers a void in milliseconds. A cancellation waits for the authority, which allows few at a time. */
const mostAtOnce = 4
const shortestPauseMs = 500
const longestPauseMs = 15_000
/** A pause between rows, so that tills come first: reading one document takes the gateway about 4 ms. */
const restPerRowMs = 20

/** Kept outside the screens, so that it goes on if the person leaves the screen. */
const run = sharedState<BulkRun | null>(null)

const isUnfinished = ({ outcome }: BulkRunRow): boolean =>
  outcome.kind === 'unknown' ? outcome.nextTryAt === null : outcome.kind === 'waiting' || outcome.kind === 'running'

/** Whether a document has no result yet, and MyInvois was not asked about it. */
export const isUnderWay = (some: BulkRun | null): boolean => [...(some?.rows.values() ?? [])].some(isUnfinished)
const isRunning = (): boolean => isUnderWay(run.now())

/** The last run of the signed-in person; null if there was none. */
export function useLastBulkRun(): BulkRun | null {
  const { session } = useSessionState()
  const last = run.use()
  return last !== null && last.token === session?.token ? last : null
}

const isWaiting = (row: ListedRecord): boolean => run.now()?.rows.get(row.record.SALE_GUID)?.outcome.kind === 'waiting'

/** What has not begun stays as it is. */
export function stopBulkRun(): void {
  for (const row of run.now()?.rows.values() ?? []) if (isWaiting(row)) settle(row, { kind: 'stopped' })
}

/** The screen is left, or the next act begins. What failed and can still be done stays, except the row that was opened. */
export function putAwayBulkRun(opened?: string): void {
  const now = run.now()
  if (now === null || isRunning()) return
  const hasFailed = ({ record, outcome: { kind } }: BulkRunRow) =>
    (kind === 'denied' || kind === 'unknown') && record.NEXT_ACTION.ACTION !== 'none'
  const failed = [...now.rows].filter(([guid, row]) => guid !== opened && hasFailed(row))
  run.become(failed.length === 0 ? null : { ...now, rows: new Map(failed), isOver: true })
}

interface RunAsk {
  readonly act: BulkAct
  readonly rows: readonly ListedRecord[]
  /** The same for all documents. A look-up has none. */
  readonly reason?: string
}

/**
 * Starts a run. It goes on if one document fails. It ends when each has a result, if a person stops it, or with the
 * session.
 */
export async function startBulkRun({ act, rows, reason = '' }: RunAsk): Promise<void> {
  if (isRunning()) return
  const token = currentSession()?.token ?? ''
  const startedAt = performance.now()
  const waiting = { kind: 'waiting' } as const
  const asked = new Map(rows.map((row) => [row.record.SALE_GUID, { ...row, outcome: waiting }]))
  run.become({ act, rows: asked, startedAt, token })
  const isMine = () => run.now()?.startedAt === startedAt && currentSession()?.token === token
  await each(rows, async (row) => {
    if (isMine() && isWaiting(row)) await actOn(row, act, reason)
  })
  await untilKnown(isMine)
  // After the session no person sees it, and it must not block the next run.
  if (!isMine() && run.now()?.startedAt === startedAt) run.become(null)
}

async function each<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await task(item)
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
}

const actions: Readonly<Record<BulkAct, (row: ListedRecord, reason: string) => Promise<WireRecord>>> = {
  void: withdrawRecord('void'),
  cancel: withdrawRecord('cancel'),
  close: settleRecord('closeRecord'),
  look_up: settleRecord('lookUpRecord'),
}

async function actOn(row: ListedRecord, act: BulkAct, reason: string): Promise<void> {
  settle(row, { kind: 'running' })
  try {
    const record = await actions[act](row, reason)
    settle({ ...row, record }, actOutcomeOf(act, record, null))
  } catch (thrown) {
    // The answer was lost. The record will say later whether the act was done.
    if (!(thrown instanceof GatewayProblem)) return settle(row, { kind: 'unknown', nextTryAt: null })
    const { status, detail, record } = thrown.problem
    // The session is locked or over: the person cannot see the run any more.
    if (status === 401) return settle(row, { kind: 'stopped' })
    settle({ ...row, record: record ?? row.record }, { kind: 'denied', act, sentence: detail })
  }
}

const unknownRows = (): readonly BulkRunRow[] =>
  [...(run.now()?.rows.values() ?? [])].filter(({ outcome }) => outcome.kind === 'unknown')

/** Looks again at every document without a result, until all have one. Each then has the time of its next try. */
async function untilKnown(isMine: () => boolean): Promise<void> {
  for (let pauseMs = shortestPauseMs; isMine() && unknownRows().length > 0; pauseMs *= 1.5) {
    const open = unknownRows()
    const restMs = Math.max(Math.min(pauseMs, longestPauseMs), open.length * restPerRowMs)
    await new Promise((resolve) => setTimeout(resolve, restMs))
    await each(open, (row) => lookAt(row, isMine))
  }
}

async function lookAt(row: BulkRunRow, isMine: () => boolean): Promise<void> {
  // If the gateway does not answer, the status bar says so, and the next round asks again.
  const detail = await fetchRecord(row.record.SALE_GUID).catch(() => null)
  const act = run.now()?.act
  if (detail === null || act === undefined || !isMine()) return
  const { record, version, next_work_at } = detail
  settle({ ...row, record, version }, actOutcomeOf(act, record, next_work_at))
}

function settle(row: ListedRecord, outcome: ActOutcome): void {
  const now = run.now()
  if (now) run.become({ ...now, rows: new Map(now.rows).set(row.record.SALE_GUID, { ...row, outcome }) })
}

/** How many have ended, with or without success. */
export const countFinishedRows = ({ rows }: BulkRun): number =>
  [...rows.values()].filter((row) => !isUnfinished(row)).length
