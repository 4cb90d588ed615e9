import { setTimeout as pause } from 'node:timers/promises'
import type { Tills } from '../faults/tills.ts'
import type { HealthSeen } from './loops.ts'
import type { MishapDeps } from './mishaps.ts'
import type { Owner } from './owner.ts'
import type { Phone } from './phone.ts'
import type { Shop } from './shop.ts'
import type { Supervisor } from './supervisor.ts'

/**
 * The run fails after this time without progress. After a start, work that a wrong clock put off may still wait for five
 * minutes.
 */
const restPatienceMs = 330_000
const mostAtOnce = 8

/** Ends all troubles. */
export async function makePeace(
  { line, clock, disk, practice, life }: Shop,
  { setTillsAhead }: MishapDeps,
): Promise<void> {
  line.clear()
  await line.listen()
  await practice.faults.clear()
  clock?.set('+0')
  setTillsAhead(0)
  disk?.empty()
  if (life.port === null) await life.start()
}

interface QueueSeen {
  readonly lanes: readonly { readonly work: string; readonly count: number; readonly next_at: string }[]
  readonly attention: Readonly<Record<string, number>>
}

interface People {
  readonly tills: Tills
  readonly supervisor: Supervisor
  readonly owner: Owner
}

/**
 * After all faults: tills repeat until they know the results, people decide, and no work is left. @returns what is
 * unfinished when the time is over, and whether an alert told of it; null for nothing
 */
export async function rest(phone: Phone, { tills, supervisor, owner }: People): Promise<string | null> {
  let deadline = performance.now() + restPatienceMs
  let fewest = Number.POSITIVE_INFINITY
  for (let quiet = 0; quiet < 2; ) {
    const asking = Math.min(tills.unanswered, mostAtOnce)
    await Promise.all(Array.from({ length: asking }, () => tills.askAgain()))
    const needing = await supervisor.settle()
    const { status, body } = await phone.operate<QueueSeen>('GET', '/queue')
    const lanes = status === 200 ? body.lanes.filter(({ work }) => work !== 'release') : null
    const uncounted = await owner.finish()
    const isDone = lanes?.length === 0 && needing === 0 && tills.unanswered === 0 && uncounted === 0
    quiet = isDone ? quiet + 1 : 0
    const left = (lanes ?? []).reduce((sum, { count }) => sum + count, 0) + needing + tills.unanswered + uncounted
    if (lanes !== null && left < fewest) {
      fewest = left
      deadline = performance.now() + restPatienceMs
    }
    if (performance.now() > deadline) {
      const health = await phone.operate<HealthSeen>('GET', '/health')
      const told = [...(health.body.alerts ?? []).map(({ code }) => code), ...Object.keys(body.attention ?? {})]
      return `still to do: ${JSON.stringify(lanes ?? status)}, ${needing} for a person, ${tills.unanswered} unanswered, ${uncounted} receipts; told: ${told.join(', ') || 'NOBODY'}`
    }
    await pause(quiet === 0 && tills.unanswered > 0 ? 10 : 500)
  }
  return null
}
