import { decideObservation, type ObservedStatus } from '../../../shared/domain/decide-observation.ts'
import type { WorkKind } from '../../../shared/domain/status.ts'
import type { Company, DueRecord } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { mapInSlices } from './map-in-slices.ts'
import { firstLookUpMs, linkPauseMs, observationRulesOf, pollPauseMs } from './timing.ts'
import { transition } from './transition.ts'
import { settleMissing } from './unconfirmed.ts'

const mostRecords = 1000

/** The authority's verdict, or the public page of a valid document. */
type PollWork = Extract<WorkKind, 'poll' | 'link'>

/**
 * One question for each due submission. Missing long ids of valid documents are asked for too, more slowly and without
 * end. @returns the records that changed
 */
export async function pollDue(
  deps: OutboxDeps,
  company: Company,
  { work = 'poll', step = () => {} }: { readonly work?: PollWork; readonly step?: () => void } = {},
): Promise<readonly StoredRecord[]> {
  const { companyGuid } = company.profile
  const due = await deps.schedule.due(work, companyGuid, deps.clock.now(), mostRecords)
  const submissions = Map.groupBy(due, ({ record }) => record.authority?.submissionUid ?? '')
  const changed: StoredRecord[] = []
  for (const [submissionUid, records] of submissions) {
    step()
    changed.push(...(await pollSubmission(deps, company, { submissionUid, due: records, work })))
  }
  return changed
}

interface Submission {
  readonly submissionUid: string
  readonly due: readonly DueRecord[]
  readonly work: PollWork
}

async function pollSubmission(
  deps: OutboxDeps,
  company: Company,
  { submissionUid, due, work }: Submission,
): Promise<readonly StoredRecord[]> {
  const { timing, clock } = deps
  const documents = due.flatMap(({ record }) => (record.authority ? { ...record, uuid: record.authority.uuid } : []))
  const answer = await deps.authority.poll(company.profile, submissionUid, documents)
  const missing = new Set(answer.kind === 'shown' ? answer.missing : [])
  const shown = new Map(answer.kind === 'shown' ? answer.documents.map((document) => [document.uuid, document]) : [])
  const results = await mapInSlices(deps, due, async (stored) => {
    const uuid = stored.record.authority?.uuid ?? ''
    const seen = shown.get(uuid)
    if (seen) return { stored, after: tells(seen, work) ? await applyObservation(deps, stored, seen) : null }
    return { stored, after: work === 'poll' && missing.has(uuid) ? await settleMissing(deps, stored) : null }
  })
  const unsettled = results.filter(({ after }) => after === null).map(({ stored }) => stored)
  if (unsettled.length > 0) {
    const tries = Math.max(...unsettled.map((stored) => stored.tries))
    const askedMs = answer.kind === 'not_shown' ? (answer.askedMs ?? 0) : 0
    const usualMs = work === 'link' ? linkPauseMs(tries, timing) : pollPauseMs(tries, timing.pollIntervalMs)
    const pauseMs = Math.max(askedMs, usualMs)
    await deps.schedule.postpone(
      work,
      unsettled.map(({ seq }) => seq),
      clock.now() + pauseMs,
    )
  }
  return results.flatMap(({ after }) => after ?? [])
}

/** Repeated answers, such as “still being checked”, are no news. */
const tells = ({ status, longId }: ObservedStatus, work: PollWork): boolean =>
  work === 'poll' || status === 'Cancelled' || (status === 'Valid' && longId !== '')

/** A repeated answer is one line of the journal, not one for each look. */
export async function applyObservation(
  deps: OutboxDeps,
  stored: StoredRecord,
  seen: ObservedStatus,
): Promise<StoredRecord | null> {
  const { records, clock, timing, authority } = deps
  const at = clock.now()
  const decide = (record: StoredRecord['record']) => decideObservation(record, seen, at, observationRulesOf(authority))
  const decision = decide(stored.record)
  if (decision.kind === 'happens' && decision.event.type === 'anomaly') {
    const events = await records.events(stored.seq)
    if (events.some(({ event }) => event.type === 'anomaly' && event.observed === seen.status)) return null
  }
  return transition(records, stored, decide, { dueAt: () => at + firstLookUpMs(timing) })
}
