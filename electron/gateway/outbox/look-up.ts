import { decideAfterLookUps, decideLookUp } from '../../../shared/domain/decide-look-up.ts'
import type { Doubt } from '../authority/port.ts'
import type { Company, Due, Stored } from '../store/port.ts'
import type { OutboxParts } from './parts.ts'
import { lookUpPauseMs } from './timing.ts'
import { transition } from './transition.ts'

/** As many as one paged search of the authority answers. */
const mostDoubts = 500

/**
 * Looks for documents whose outcome is not known: found ones are adopted, ones that are provably not there go
 * again, the rest go to a person.
 * @returns the records that changed
 */
export async function lookUpDue(parts: OutboxParts, company: Company): Promise<readonly Stored[]> {
  const { companyGuid } = company.profile
  const due = await parts.schedule.due('look_up', companyGuid, parts.clock.now(), mostDoubts)
  return due.length === 0 ? [] : lookUp(parts, company, due)
}

async function lookUp(parts: OutboxParts, company: Company, due: readonly Due[]): Promise<readonly Stored[]> {
  const { clock, timing, schedule } = parts
  const doubts = await Promise.all(due.map((stored) => doubtOf(parts, stored)))
  const answer = await parts.authority.lookUp(company.profile, doubts)
  const askedMs = answer.kind === 'not_answered' ? (answer.askedMs ?? 0) : 0
  const pauseMs = (stored: Due) => Math.max(askedMs, lookUpPauseMs(stored.record.phase === 'conflict', false, timing))
  const changed: Stored[] = []
  await Promise.all(
    due.map(async (stored) => {
      const finding = answer.kind === 'answered' ? answer.findings.get(stored.record.saleGuid) : undefined
      const after = finding && (await settleDoubt(parts, stored, finding))
      if (after) changed.push(after)
      if (!after || after.record.phase === 'unknown')
        await schedule.postpone('look_up', [stored.seq], clock.now() + pauseMs(stored))
    }),
  )
  return changed
}

async function settleDoubt(
  { records, clock, timing }: OutboxParts,
  stored: Stored,
  finding: Parameters<typeof decideLookUp>[1],
): Promise<Stored | null> {
  const at = clock.now()
  const after = await transition(records, stored, (record) => decideLookUp(record, finding, at, timing), {
    dueAt: (record) =>
      record.phase === 'submitted' ? at : at + lookUpPauseMs(record.phase === 'conflict', false, timing),
  })
  if (after?.record.phase !== 'unknown') return after
  const decided = await transition(records, after, (record) => decideAfterLookUps(record, at, timing), {
    dueAt: (record) => (record.phase === 'conflict' ? at + lookUpPauseMs(true, false, timing) : at),
  })
  return decided ?? after
}

async function doubtOf({ records }: OutboxParts, { seq, record }: Stored): Promise<Doubt> {
  const [attempts, events] = await Promise.all([records.attempts(seq), records.events(seq)])
  const last = attempts.filter(({ revision }) => revision === record.revision).at(-1)
  if (!last) throw new Error(`record ${seq} is in doubt and has no attempt`)
  return {
    saleGuid: record.saleGuid,
    documentNumber: record.documentNumber,
    family: record.family,
    kind: record.kind,
    sha256: last.sha256,
    totalPayable: record.totalPayable,
    currencyCode: record.currencyCode,
    sentFrom: record.firstSentAt ?? last.claimedAt,
    sentTo: record.doubtedAt ?? last.claimedAt,
    otherUuids: new Set(events.flatMap(({ event }) => ('uuid' in event ? event.uuid : []))),
  }
}
