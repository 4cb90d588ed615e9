import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { words } from '../../../shared/words/words.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Companies, Lane, Records, Schedule } from '../store/port.ts'

export interface QueueParts {
  readonly records: Pick<Records, 'attentions'>
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly companies: Companies
  readonly hindranceOf: Outbox['hindranceOf']
}

/** What is still to be done, of the companies the caller sees. */
export const queue =
  ({ records, schedule, companies, hindranceOf }: QueueParts): Handler =>
  async ({ caller, language }) => {
    const isVisible = (guid: string) => caller.companyGuid === null || caller.companyGuid === guid
    const visible = (await companies.list()).filter(({ profile }) => isVisible(profile.companyGuid))
    const codes = new Map(visible.map(({ profile }) => [profile.companyGuid, profile.companyCode]))
    const lanes = (await schedule.lanes()).filter(({ companyGuid }) => codes.has(companyGuid))
    const { waiting, inDoubt, oldestWaitingAt } = tally(lanes)
    return ok({
      waiting,
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
        if (!hindrance) return []
        const { since, attention } = hindrance
        const message = attention ? words[language].attention[attention] : words[language].standing.way_not_free
        return [{ company: profile.companyCode, since: toWire(since), code: attention, message }]
      }),
    })
  }

/** The figures a person wants first. */
export function tally(lanes: readonly Lane[]) {
  const waiting = lanes.filter(({ work }) => work === 'send' || work === 'release')
  const count = (some: readonly Lane[]) => some.reduce((sum, lane) => sum + lane.count, 0)
  const [oldestWaitingAt = null] = waiting.map(({ oldestAt }) => oldestAt).toSorted((one, other) => one - other)
  return { waiting: count(waiting), inDoubt: count(lanes.filter(({ work }) => work === 'look_up')), oldestWaitingAt }
}
