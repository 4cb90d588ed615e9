import { decideObservation, type Observation } from '../../../shared/domain/decide-observation.ts'
import type { Company, Due } from '../store/port.ts'
import type { Stored } from '../store/port-records.ts'
import type { OutboxParts } from './parts.ts'
import { lookUpPauseMs, pollPauseMs } from './timing.ts'
import { transition } from './transition.ts'
import { missedAt } from './unconfirmed.ts'

const mostRecords = 1000

/**
 * Asks what became of the submissions that are due, one question each.
 * @param step called before each
 * @returns the records that changed
 */
export async function pollDue(parts: OutboxParts, company: Company, step = () => {}): Promise<readonly Stored[]> {
  const { companyGuid } = company.profile
  const due = await parts.schedule.due('poll', companyGuid, parts.clock.now(), mostRecords)
  const submissions = Map.groupBy(due, ({ record }) => record.authority?.submissionUid ?? '')
  const changed: Stored[] = []
  for (const [submissionUid, records] of submissions) {
    step()
    changed.push(...(await pollSubmission(parts, company, submissionUid, records)))
  }
  return changed
}

async function pollSubmission(
  parts: OutboxParts,
  company: Company,
  submissionUid: string,
  due: readonly Due[],
): Promise<readonly Stored[]> {
  const { timing, clock } = parts
  const documents = due.flatMap(({ record }) => (record.authority ? { ...record, uuid: record.authority.uuid } : []))
  const answer = await parts.authority.poll(company.profile, submissionUid, documents)
  const missing = new Set(answer.kind === 'shown' ? answer.missing : [])
  const shown = new Map(answer.kind === 'shown' ? answer.documents.map((document) => [document.uuid, document]) : [])
  const results = await Promise.all(
    due.map(async (stored) => {
      const uuid = stored.record.authority?.uuid ?? ''
      const seen = shown.get(uuid)
      if (seen) return { stored, after: await observe(parts, stored, seen) }
      return { stored, after: missing.has(uuid) ? await missedAt(parts, stored) : null }
    }),
  )
  const unsettled = results.filter(({ after }) => after === null).map(({ stored }) => stored)
  if (unsettled.length > 0) {
    const tries = Math.max(...unsettled.map((stored) => stored.tries))
    const askedMs = answer.kind === 'not_shown' ? (answer.askedMs ?? 0) : 0
    const pauseMs = Math.max(askedMs, pollPauseMs(tries, timing.pollIntervalMs))
    await parts.schedule.postpone(
      'poll',
      unsettled.map(({ seq }) => seq),
      clock.now() + pauseMs,
    )
  }
  return results.flatMap(({ after }) => after ?? [])
}

/** Stores what the authority shows of one document. */
function observe({ records, clock, timing }: OutboxParts, stored: Stored, seen: Observation): Promise<Stored | null> {
  const at = clock.now()
  return transition(records, stored, (record) => decideObservation(record, seen, at, timing), {
    dueAt: () => at + lookUpPauseMs(false, true, timing),
  })
}
