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
  readonly isRunning: boolean
  readonly isStopping: boolean
  readonly startedAt: number
}

interface KeptRun extends BulkRun {
  /** The session that started it. The next person at this screen does not see it. */
  readonly token: string
}

/** The gateway answers a void in milliseconds. A cancellation waits for the authority, which allows few at a time. */
const mostAtOnce = 4
/** The gateway waits up to a minute for the authority. */
const longestAnswerMs = 75_000
const shortestPauseMs = 500
const longestPauseMs = 15_000
/** A pause between rows, so that tills come first: reading one document takes the gateway about 4 ms. */
const restPerRowMs = 20

/** Kept outside the screens, so that it goes on if the person leaves the screen. */
const run = sharedState<KeptRun | null>(null)

function change(changed: Partial<KeptRun>): void {
  const now = run.now()
  if (now) run.become({ ...now, ...changed })
}

const isRunning = (): boolean => run.now()?.isRunning ?? false
const isStopping = (): boolean => run.now()?.isStopping ?? false

/** The last run of the signed-in person; null if there was none. */
export function useLastBulkRun(): BulkRun | null {
  const { session } = useSessionState()
  const last = run.use()
  return last !== null && last.token === session?.token ? last : null
}

export const stopBulkRun = (): void => {
  if (isRunning()) change({ isStopping: true })
}

export const clearBulkRun = (): void => {
  if (!isRunning()) run.become(null)
}

interface RunAsk {
  readonly act: BulkAct
  readonly rows: readonly ListedRecord[]
  /** For voids and cancellations; the same for all documents. */
  readonly reason?: string
}

/**
 * Starts a run. It goes on if one document fails. It ends when each has a result, when a person stops it, or with the
 * session.
 */
export async function startBulkRun({ act, rows, reason = '' }: RunAsk): Promise<void> {
  if (isRunning()) return
  const token = currentSession()?.token ?? ''
  const startedAt = performance.now()
  const waiting = { kind: 'waiting' } as const
  run.become({
    act,
    rows: new Map(rows.map((row) => [row.record.SALE_GUID, { ...row, outcome: waiting }])),
    isRunning: true,
    isStopping: false,
    startedAt,
    token,
  })
  const isMine = () => run.now()?.startedAt === startedAt && currentSession()?.token === token
  await each(rows, async (row) => {
    if (isStopping() || !isMine()) settle(row, { kind: 'stopped' })
    else await actOn(row, act, reason)
  })
  await untilKnown(isMine)
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
    if (status === 401) {
      stopBulkRun()
      return settle(row, { kind: 'stopped' })
    }
    settle({ ...row, record: record ?? row.record }, { kind: 'denied', act, sentence: detail })
  }
}

const unknownRows = (): readonly BulkRunRow[] =>
  [...(run.now()?.rows.values() ?? [])].filter(({ outcome }) => outcome.kind === 'unknown')
const isBeingAsked = ({ outcome }: BulkRunRow): boolean => outcome.kind === 'unknown' && outcome.nextTryAt === null

/**
 * Looks again at every document without a result, until all have one. The run counts as finished once MyInvois was
 * asked about each. A document without an answer then has the time of its next try.
 */
async function untilKnown(isMine: () => boolean): Promise<void> {
  const begun = performance.now()
  for (let pauseMs = shortestPauseMs; isMine(); pauseMs *= 1.5) {
    const open = unknownRows()
    const isAsking = open.some(isBeingAsked) && performance.now() - begun < longestAnswerMs
    if (isRunning() && (!isAsking || isStopping())) change({ isRunning: false, isStopping: false })
    if (open.length === 0) return
    const restMs = Math.max(Math.min(pauseMs, longestPauseMs), open.length * restPerRowMs)
    await new Promise((resolve) => setTimeout(resolve, restMs))
    await each(open, (row) => lookAt(row, isMine))
  }
  if (isRunning()) change({ isRunning: false, isStopping: false })
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
  change({ rows: new Map(run.now()?.rows).set(row.record.SALE_GUID, { ...row, outcome }) })
}

/** How many have ended, with or without success. */
export const countFinishedRows = ({ rows }: BulkRun): number =>
  [...rows.values()].filter((row) => !['waiting', 'running'].includes(row.outcome.kind) && !isBeingAsked(row)).length
