import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { fill, type Language, words } from '../../../shared/words/words.ts'
import type { Authority } from '../authority/port.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Hindrance, Outbox } from '../outbox/outbox.ts'
import type { Companies, Lane, Schedule } from '../store/port.ts'
import type { Consolidations } from '../store/port-consolidation.ts'
import type { Records } from '../store/port-records.ts'
import { clockChecks } from './doctor-clock.ts'

export interface QueueParts {
  readonly records: Pick<Records, 'attentions'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly consolidations: Pick<Consolidations, 'waiting'>
  readonly companies: Companies
  readonly hindranceOf: Outbox['hindranceOf']
  readonly authority: Pick<Authority, 'clock'>
}

/** What is still to be done, of the companies the caller sees. */
export const queue =
  ({ records, schedule, consolidations, companies, hindranceOf, authority }: QueueParts): Handler =>
  async ({ caller, language }) => {
    const isVisible = (guid: string) => caller.companyGuid === null || caller.companyGuid === guid
    const visible = (await companies.list()).filter(({ profile }) => isVisible(profile.companyGuid))
    const codes = new Map(visible.map(({ profile }) => [profile.companyGuid, profile.companyCode]))
    const lanes = (await schedule.lanes()).filter(({ companyGuid }) => codes.has(companyGuid))
    const receipts = (await consolidations.waiting()).filter(({ companyGuid }) => codes.has(companyGuid))
    const { waiting, inDoubt, oldestWaitingAt } = tally(lanes)
    return ok({
      waiting,
      to_consolidate: receipts.reduce((sum, { count }) => sum + count, 0),
      in_doubt: inDoubt,
      oldest_waiting_at: oldestWaitingAt === null ? null : toWire(oldestWaitingAt),
      lanes: lanes.map((lane) => ({
        company: codes.get(lane.companyGuid),
        work: lane.work,
        count: lane.count,
        oldest_at: toWire(lane.oldestAt),
        next_at: toWire(lane.firstDueAt),
      })),
      attention: Object.fromEntries(await records.attentions(caller.companyGuid)),
      hindrances: visible.flatMap(({ profile }) => {
        const hindrance = hindranceOf(profile.companyGuid)
        const told = hindrance ? toldOf(hindrance, language) : toldOfClock(authority, language)
        return told ? [{ company: profile.companyCode, ...told }] : []
      }),
    })
  }

const toldOf = ({ since, attention }: Hindrance, language: Language) => ({
  since: toWire(since),
  code: attention,
  unreachable: attention === null,
  message: attention ? words[language].attention[attention] : words[language].standing.way_not_free,
})

/** Said before it keeps anything back, so that nothing ever has to wait for it. */
function toldOfClock(authority: QueueParts['authority'], language: Language) {
  const [check] = clockChecks(authority)
  if (!check || check.verdict === 'good') return null
  const { since } = authority.clock.standing()
  return {
    since: toWire(since),
    code: null,
    unreachable: false,
    message: fill(words[language].standing[check.says], check.values),
  }
}

/** The figures a person wants first. */
export function tally(lanes: readonly Lane[]) {
  const waiting = lanes.filter(({ work }) => work === 'send' || work === 'release')
  const count = (some: readonly Lane[]) => some.reduce((sum, lane) => sum + lane.count, 0)
  const [oldestWaitingAt = null] = waiting.map(({ oldestAt }) => oldestAt).toSorted((one, other) => one - other)
  return { waiting: count(waiting), inDoubt: count(lanes.filter(({ work }) => work === 'look_up')), oldestWaitingAt }
}
