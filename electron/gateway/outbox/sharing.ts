import { houseDuty } from '../store/port/processes.ts'
import { StorageFailure } from '../store/refusal.ts'
import type { OutboxDeps } from './deps.ts'
import { recover } from './recover.ts'
import { Worker } from './worker.ts'

/** What another process was given is found by whoever works for its company within this. */
const sweepMs = 1_000
/** Soon after the others were told that a process is gone. */
const roundsToTakeOver = 5

/** What is done once for all begins with this process where no other does it. */
export async function shareHouse({ duties, log }: OutboxDeps): Promise<void> {
  try {
    await duties?.share([houseDuty])
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause
    // It was away for a moment, or the server is: whoever shares asks again.
    log.warn({ err: cause }, 'this process has no share of the work yet')
  }
}

/**
 * Where other processes work on the same store: a company's documents are sent, asked after and looked up by one of them
 * at a time, which shares the work evenly, and what one of them leaves behind is taken over while this one runs.
 * Only for one that sends: another would take a share of what it does not do.
 * @param wake called for each company that this process works for and that has something to do
 * @returns null where there are no others
 */
export function sharing(deps: OutboxDeps, wake: (companyGuid: string) => void): Worker | null {
  const { claims, duties, companies, schedule, clock, log } = deps
  if (!claims || !duties) return null
  let rounds = 0
  let mine: ReadonlySet<string> = new Set()
  const takeOver = async () => {
    const recovered = await recover(deps)
    if (recovered > 0) log.warn({ recovered }, 'documents are in doubt: the process that sent them is gone')
  }
  const round = async () => {
    const guids = (await companies.list()).map(({ profile }) => profile.companyGuid)
    await duties.share([houseDuty, ...guids])
    const before = mine
    mine = new Set(guids.filter((companyGuid) => duties.has(companyGuid)))
    const now = clock.now()
    const due = (await schedule.lanes()).filter(({ firstDueAt }) => firstDueAt <= now)
    const busy = new Set(due.map(({ companyGuid }) => companyGuid))
    for (const companyGuid of mine) if (busy.has(companyGuid) || !before.has(companyGuid)) wake(companyGuid)
    rounds += 1
    if (rounds % roundsToTakeOver === 0) await takeOver()
    return sweepMs
  }
  return new Worker('sharing', round, deps)
}
