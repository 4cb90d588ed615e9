import { useSyncExternalStore } from 'react'
import { GatewayProblem } from '../../shared/api/call.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { ListedRecord } from '../gateway/records.ts'
import { currentSession, useSessionState } from '../gateway/session.ts'
import type { ApprovableAct } from './approval.tsx'
import { lookUpRecord } from './look-up.ts'
import { cancelRecord, voidRecord } from './withdraw.ts'

/** What became of one document of a run. */
export type Outcome =
  | { readonly kind: 'waiting' | 'running' | 'done' | 'stopped' }
  /** The authority was asked to cancel, or the gateway to void, and no answer came yet. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'denied'; readonly sentence: string }

export interface RunRow extends ListedRecord {
  readonly outcome: Outcome
}

/** What can be done to many in one go. */
export type RunAct = ApprovableAct | 'look_up'

/** One act on many documents, each by itself. */
export interface Run {
  readonly act: RunAct
  readonly rows: ReadonlyMap<string, RunRow>
  readonly isRunning: boolean
  readonly isStopping: boolean
  readonly startedAt: number
}

interface KeptRun extends Run {
  /** Whose it is: the next person at this screen does not see it. */
  readonly token: string
}

/** The gateway answers a void in milliseconds; a cancellation asks the authority, which takes so many at a time. */
const mostAtOnce = 4

/** Outside the screens, so that one can leave its screen and come back without losing what became of each. */
let run: KeptRun | null = null
const listeners = new Set<() => void>()

function become(next: KeptRun | null): void {
  run = next
  for (const heard of listeners) heard()
}

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** The last run of who is signed in; null where there was none. */
export function useRun(): Run | null {
  const { session } = useSessionState()
  const last = useSyncExternalStore(listen, () => run)
  return last !== null && last.token === session?.token ? last : null
}

export const stopRun = (): void => {
  if (run?.isRunning) become({ ...run, isStopping: true })
}

export const forgetRun = (): void => {
  if (!run?.isRunning) become(null)
}

interface RunAsk {
  readonly act: RunAct
  readonly rows: readonly ListedRecord[]
  /** Of a cancellation; the same for all. */
  readonly reason?: string
}

/** Begins; goes on where one fails, and ends when all are done, somebody stopped it, or the session is over. */
export async function startRun({ act, rows, reason = '' }: RunAsk): Promise<void> {
  if (run?.isRunning) return
  const token = currentSession()?.token ?? ''
  const waiting = { kind: 'waiting' } as const
  become({
    act,
    rows: new Map(rows.map((row) => [row.record.SALE_GUID, { ...row, outcome: waiting }])),
    isRunning: true,
    isStopping: false,
    startedAt: performance.now(),
    token,
  })
  const left = [...rows]
  const work = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const isOver = run?.isStopping === true || currentSession()?.token !== token
      if (isOver) settle(row, { kind: 'stopped' })
      else await runOne(row, act, reason)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))
  if (run) become({ ...run, isRunning: false, isStopping: false })
}

const actions: Readonly<Record<RunAct, (row: ListedRecord, reason: string) => Promise<WireRecord>>> = {
  void: ({ record }) => voidRecord(record, {}),
  cancel: ({ record }, reason) => cancelRecord(record, reason, {}),
  look_up: lookUpRecord,
}

async function runOne(row: ListedRecord, act: RunAct, reason: string): Promise<void> {
  settle(row, { kind: 'running' })
  try {
    const record = await actions[act](row, reason)
    const isDone = act === 'look_up' || record.STATUS === 'Voided' || record.STATUS === 'Cancelled'
    settle({ ...row, record }, { kind: isDone ? 'done' : 'unanswered' })
  } catch (thrown) {
    if (!(thrown instanceof GatewayProblem)) return settle(row, { kind: 'unanswered' })
    const { status, detail, record } = thrown.problem
    // Locked or over: nobody is there who could see what goes on.
    if (status === 401) {
      stopRun()
      return settle(row, { kind: 'stopped' })
    }
    settle({ ...row, record: record ?? row.record }, { kind: 'denied', sentence: detail })
  }
}

function settle(row: ListedRecord, outcome: Outcome): void {
  if (!run) return
  become({ ...run, rows: new Map(run.rows).set(row.record.SALE_GUID, { ...row, outcome }) })
}

const ends: ReadonlySet<Outcome['kind']> = new Set(['done', 'denied', 'unanswered', 'stopped'])

/** How many have ended, done or not. */
export const finishedCount = ({ rows }: Run): number =>
  [...rows.values()].filter(({ outcome }) => ends.has(outcome.kind)).length

export const countOf = ({ rows }: Run, kind: Outcome['kind']): number =>
  [...rows.values()].filter(({ outcome }) => outcome.kind === kind).length

/** Nobody knows what became of it, or of its cancellation: MyInvois can be asked again. */
export const canLookUp = ({ IN_DOUBT, CANCELLATION }: WireRecord): boolean =>
  IN_DOUBT || CANCELLATION?.STATE === 'Unknown'

/** What the gateway says can be done with a document by a run; null where neither fits (NEXT_ACTION). */
export function actOf({ NEXT_ACTION: { ACTION } }: WireRecord): ApprovableAct | null {
  return ACTION === 'void' || ACTION === 'cancel' ? ACTION : null
}
