import { isConsolidatedDocument } from '../../../shared/domain/consolidation-rules.ts'
import { decideAfterLookUps, decideLookUp, type LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { EpochMs, RecordState } from '../../../shared/domain/record.ts'
import type { Company, DueRecord } from '../store/port/port.ts'
import type { Records, StoredRecord } from '../store/port/records.ts'
import { watchClock } from './clock-guard.ts'
import type { OutboxDeps } from './deps.ts'
import { lookUpQueryOf } from './look-up-query.ts'
import { mapInSlices } from './map-in-slices.ts'
import { conflictPauseMs } from './timing.ts'
import { transition } from './transition.ts'

/**
 * One paged search answers as many questions as one, so all are asked together: after the restore of a month of
 * receipts there must not be a search for every few of them.
 */
const mostQueries = 10_000
/**
 * Looks for documents whose outcome is not known: found ones are adopted, ones that are provably not there go again,
 * the rest go to a person. @param step called before each question to the authority @returns the records that changed
 */
export async function lookUpDue(deps: OutboxDeps, company: Company, step = () => {}): Promise<readonly StoredRecord[]> {
  const { authority, clock, timing, schedule } = deps
  const due = await schedule.due('look_up', company.profile.companyGuid, clock.now(), mostQueries)
  if (due.length === 0) return []
  const queries = await mapInSlices({}, due, (stored) => lookUpQueryOf(deps, stored))
  const askedAt = clock.now()
  const isClockGood = watchClock(deps)
  const answer = await authority.lookUp(company.profile, queries, step)
  const askedMs = answer.kind === 'not_answered' ? (answer.askedMs ?? 0) : 0
  const pauseMs = ({ record, tries }: DueRecord) =>
    Math.max(askedMs, record.phase === 'conflict' ? conflictPauseMs(tries, timing) : timing.lookUpIntervalMs)
  const changed = await mapInSlices({}, due, async (stored) => {
    const finding = answer.kind === 'answered' ? answer.findings.get(stored.record.saleGuid) : undefined
    // “Nothing found” proves something only after the quarantine, which our clock measures.
    const isProof = finding && (finding.kind !== 'nothing' || isClockGood())
    const after = isProof ? await settle(deps, stored, { finding, askedAt }) : null
    if (!after || after.record.phase === 'unknown')
      await schedule.postpone('look_up', [stored.seq], clock.now() + pauseMs(stored))
    return after
  })
  return changed.filter((after) => after !== null)
}

async function settle(
  { records, clock, timing, authority }: OutboxDeps,
  stored: StoredRecord,
  { finding, askedAt }: { readonly finding: LookUpResult; readonly askedAt: EpochMs },
): Promise<StoredRecord | null> {
  // A document that was missing at the question may be there when the answer comes, so the time of the question counts.
  const at = finding.kind === 'nothing' ? askedAt : clock.now()
  // The answer itself has shown the authority's clock.
  const rules = { ...timing, isClockRight: authority.clock.status().kind === 'right' }
  const after = await transition(records, stored, (record) => decideLookUp(record, finding, at, rules), {
    // Only if the record is unchanged: another process may have sent it again, or have counted the same look-up.
    onlyAsRead: true,
    dueAt: (record) => {
      if (record.phase === 'submitted') return at
      return at + (record.phase === 'conflict' ? conflictPauseMs(0, timing) : timing.lookUpIntervalMs)
    },
  })
  if (after?.record.phase !== 'unknown') return after
  const before = after.record.firstSentAt === null ? await shownBefore(records, after.record) : 'nothing'
  if (before === 'open') return after
  const isElsewhere = before === 'forgotten'
  const isDecided = decideAfterLookUps(after.record, at, { ...timing, isElsewhere }).kind === 'happens'
  const sending = { ...timing, isElsewhere, isDuplicate: isDecided && (await isCalledDuplicate(records, after)) }
  const decided = await transition(records, after, (record) => decideAfterLookUps(record, at, sending), {
    onlyAsRead: true,
    dueAt: (record) => (record.phase === 'conflict' ? at + conflictPauseMs(0, timing) : at),
  })
  return decided ?? after
}

async function isCalledDuplicate(records: Pick<Records, 'events'>, { seq }: StoredRecord): Promise<boolean> {
  const doubt = (await records.events(seq)).findLast(({ event }) => event.type === 'outcome_unknown')?.event
  return doubt?.type === 'outcome_unknown' && doubt.reason === 'duplicate_reported'
}

/**
 * Looks at earlier documents of the same till and period. A document that is forgotten here has the number of the
 * first, and may hold receipts of later ones, made with other settings or another split (reliability ST13).
 * @returns `forgotten` if one was found that was not known here, `open` if that is not known yet
 */
async function shownBefore(
  records: Pick<Records, 'byKey' | 'events'>,
  record: RecordState,
): Promise<'nothing' | 'open' | 'forgotten'> {
  let isOpen = false
  for (const saleCode of codesBefore(record)) {
    const { live } = await records.byKey(record.family, record.kind, { ...record, saleCode })
    if (!live) continue
    if (isForgotten((await records.events(live.seq)).map(({ event }) => event))) return 'forgotten'
    isOpen ||= live.record.phase === 'unknown'
  }
  return isOpen ? 'open' : 'nothing'
}

/** The last one first: `C202610-002` and `C202610-001` before `C202610-003`. */
function codesBefore(record: RecordState): readonly string[] {
  const [, start = '', number = ''] = /^(C\d+-)(\d+)$/.exec(record.saleCode) ?? []
  if (!isConsolidatedDocument(record) || number === '') return []
  const numbers = Array.from({ length: Number(number) - 1 }, (_, at) => Number(number) - 1 - at)
  return numbers.map((each) => `${start}${String(each).padStart(3, '0')}`)
}

/** Whether the record was looked up because of a loss of history, and needs a person. */
function isForgotten(events: readonly RecordEvent[]): boolean {
  const presumedSentAt = events.findLastIndex(({ type }) => type === 'presumed_sent')
  return presumedSentAt >= 0 && events.slice(presumedSentAt).some(({ type }) => type === 'conflicted')
}
