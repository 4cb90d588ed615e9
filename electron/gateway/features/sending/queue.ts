import { toIsoTime, toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { type Language, say, words } from '../../../../shared/words/words.ts'
import type { Authority } from '../../authority/port.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { BlockReason } from '../../outbox/company-outbox.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Companies, Schedule, WorkBacklog } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import { clockChecks } from '../doctor/checks.ts'
import type { HealthMonitor, RaisedAlert } from '../health/monitor.ts'

export interface QueueDeps {
  readonly records: Records
  readonly schedule: Pick<Schedule, 'lanes'>
  readonly consolidations: Pick<Consolidations, 'waiting'>
  readonly companies: Companies
  readonly outbox: Pick<Outbox, 'blockReasonOf'>
  readonly authority: Pick<Authority, 'clock' | 'name'>
  readonly journal: Pick<Journal, 'status'>
  readonly monitor: Pick<HealthMonitor, 'look'>
}

export const queue =
  (deps: QueueDeps): OperatorHandler<'queue'> =>
  async ({ caller, language }) => {
    const { records, schedule, consolidations, companies, outbox, authority } = deps
    const visible = (await companies.list()).filter(({ profile }) => seesCompany(caller, profile.companyGuid))
    const codes = new Map(visible.map(({ profile }) => [profile.companyGuid, profile.companyCode]))
    const lanes = (await schedule.lanes(caller.outlets)).filter(({ companyGuid }) => codes.has(companyGuid))
    const receipts = (await consolidations.waiting(caller.outlets)).filter(({ companyGuid }) => codes.has(companyGuid))
    const { waiting, inDoubt, oldestWaitingAt } = countWork(lanes)
    const stopped = await stopOf(deps)
    return ok({
      unsent: waiting,
      unconsolidated: receipts.reduce((sum, { count }) => sum + count, 0),
      in_doubt: inDoubt,
      oldest_unsent_at: toIsoTimeOrNull(oldestWaitingAt),
      lanes: lanes.flatMap((lane) => {
        const company = codes.get(lane.companyGuid)
        if (company === undefined) return []
        const { work, count, firstDueAt } = lane
        const block = work === 'send' ? outbox.blockReasonOf(lane.companyGuid) : null
        const nextAt = Math.max(firstDueAt, block?.nextAt ?? 0)
        return [{ company, work, count, next_at: toIsoTime(nextAt) }]
      }),
      needs_person: await records.needingPerson(caller),
      attention: Object.fromEntries(await records.attentions(caller)),
      block_reasons: visible.flatMap(({ profile }) => {
        const blockReason = outbox.blockReasonOf(profile.companyGuid)
        const reason = stopped
          ? told(stopped.since, say(language, 'alert', stopped.code, stopped.values))
          : blockReason
            ? toldOf(blockReason, authority, language)
            : toldOfClock(authority, language)
        return reason ? [{ company: profile.companyCode, ...reason }] : []
      }),
    })
  }

const told = (since: EpochMs, message: string) => ({
  since: toIsoTime(since),
  code: null,
  unreachable: false,
  message,
})

const toldOf = ({ since, attention }: BlockReason, { name }: Pick<Authority, 'name'>, language: Language) =>
  attention
    ? { ...told(since, words[language].attention[attention]), code: attention }
    : { ...told(since, say(language, 'status', 'way_not_free', { authority: name })), unreachable: true }

/** @returns the alert about the journal if one of its findings stops the sending */
async function stopOf({ journal, monitor }: Pick<QueueDeps, 'journal' | 'monitor'>): Promise<RaisedAlert | undefined> {
  const { isTrusted } = await journal.status()
  const { alerts } = isTrusted ? { alerts: [] } : await monitor.look()
  return alerts.find(({ code }) => code === 'journal_untrusted' || code === 'backup_restored')
}

/** A warning before a wrong clock stops documents. */
function toldOfClock(authority: QueueDeps['authority'], language: Language) {
  const [check] = clockChecks(authority)
  if (!check || check.verdict === 'good') return null
  return told(authority.clock.status().since, say(language, 'status', check.says, check.values))
}

export function countWork(lanes: readonly WorkBacklog[]) {
  // What is being sent is not there yet: while no answer comes, it is not “sent”.
  const waiting = lanes.filter(({ work }) => work === 'send' || work === 'settle' || work === 'release')
  const count = (some: readonly WorkBacklog[]) => some.reduce((sum, lane) => sum + lane.count, 0)
  const [oldestWaitingAt = null] = waiting.map(({ oldestAt }) => oldestAt).toSorted((one, other) => one - other)
  return { waiting: count(waiting), inDoubt: count(lanes.filter(({ work }) => work === 'look_up')), oldestWaitingAt }
}
