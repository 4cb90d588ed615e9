import type { Frequency } from './consolidation-period.ts'
import type { LineStyle } from './consolidation-plan.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { Instant, RecordState } from './record.ts'

/**
 * For what a company may consolidate documents it issues to itself (myinvois 6.6); no other case is lawful, but that until
 * the end of the relaxation every case in which it issues them may be (myinvois 10).
 */
export const selfBilledCases = ['individuals', 'interest', 'insurance', 'overseas_branch', 'relaxation'] as const
export type SelfBilledCase = (typeof selfBilledCases)[number]

/** How one company consolidates (settings). */
export interface ConsolidationRules {
  readonly frequency: Frequency
  /** Of the month, 1 to 7: on which the month before is consolidated. */
  readonly dayOfMonth: number
  readonly lines: LineStyle
  /** The limit for one receipt counts what it comes to without tax: the guideline does not say which (myinvois 12). */
  readonly isLimitBeforeTax: boolean
  /** The company may consolidate although its activity is on the list: the relaxation of 2026 and 2027 (myinvois 10). */
  readonly isAnyActivityAllowed: boolean
  /** Null for none. */
  readonly selfBilledCase: SelfBilledCase | null
}

/** Consolidated documents stand under it (contract 10); no drawer is counted for them. */
export const consolidatedShiftCode = 'CONSOLIDATED'

/** The first instant after 31 December 2027 in Malaysia: the relaxation and the programme of voluntary disclosure end. */
const endOf2027: Instant = Date.UTC(2027, 11, 31, 16)

/** Whether what the company is set to is lawful at that time. */
export const isSelfBilledCaseOver = ({ selfBilledCase }: ConsolidationRules, now: Instant): boolean =>
  selfBilledCase === 'relaxation' && now >= endOf2027

/** Whether documents of what was not declared in time may still go as voluntary disclosure (myinvois 13). */
export const isDisclosureOpen = (at: Instant): boolean => at < endOf2027

export const standardRules: ConsolidationRules = {
  frequency: 'monthly',
  dayOfMonth: 3,
  lines: 'per_run',
  isLimitBeforeTax: false,
  isAnyActivityAllowed: false,
  selfBilledCase: null,
}

/**
 * Activities whose sales need an e-invoice each (myinvois 6.6): motor vehicles and motorcycles, flights, construction, betting,
 * electricity, telecommunication. By the beginnings of their MSIC codes.
 */
const individualOnly = ['451', '45401', '511', '41', '42', '43', '920', '351', '61'] as const

export const mayConsolidateActivity = (msicCode: string, { isAnyActivityAllowed }: ConsolidationRules): boolean =>
  isAnyActivityAllowed || !individualOnly.some((start) => msicCode.startsWith(start))

/** It is one of the receipts, and not the document made of them. */
export const isReceipt = ({ consolidated, members }: Pick<RecordState, 'consolidated' | 'members'>): boolean =>
  consolidated && members === 0

/** A consolidated document, which is sent like any other. */
export const isConsolidatedDocument = ({ members }: Pick<RecordState, 'members'>): boolean => members > 0

/** A receipt that no document has taken yet. */
export const isWaitingForConsolidation = (
  record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto' | 'phase'>,
): boolean => isReceipt(record) && record.consolidatedInto === null && record.phase === 'queued'

/** It is never sent by itself: it waits for its consolidated document, or is part of one. */
export const travelsInAnother = (record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto'>): boolean =>
  isReceipt(record) || record.consolidatedInto !== null

/** Takes a receipt, or a note that waits for one, into a document. */
export function decideMembership(
  record: RecordState,
  into: string,
  at: Instant,
): Happens<EventOf<'consolidated'>> | Unchanged {
  if (record.everSent || record.consolidatedInto !== null) return unchanged
  // A receipt never goes by itself: confirmed as not received, it is known not to have become an e-invoice of its own.
  if (record.confirmedNotReceived && !isReceipt(record)) return unchanged
  const isWaitingNote =
    record.kind !== 'invoice' && record.phase === 'held' && record.attention === 'waits_for_original'
  return isWaitingForConsolidation(record) || isWaitingNote ? happens({ type: 'consolidated', into, at }) : unchanged
}

/** VOIDED_BY of what a run closes: no token and no person is named so. */
export const consolidationItself = 'consolidation'

/** A run closes a receipt of which nothing is left, and the notes that took it (contract 5). */
export const decideNothingToDeclare = (record: RecordState, at: Instant): Happens<EventOf<'voided'>> | Unchanged =>
  decideMembership(record, '', at).kind === 'unchanged'
    ? unchanged
    : happens({ type: 'voided', by: consolidationItself, reason: 'nothing_to_declare', at })

/**
 * A member follows its document: valid with it, and free for the next run where the document is refused, or cancelled on
 * the authority's portal.
 */
export function decideFollow(
  member: RecordState,
  document: RecordState,
  at: Instant,
): Happens<EventOf<'covered' | 'linked' | 'uncovered'>> | Unchanged {
  if (member.consolidatedInto !== document.saleGuid) return unchanged
  if (document.phase === 'valid') return followValid(member, document, at)
  if (document.phase !== 'invalid' && document.phase !== 'cancelled') return unchanged
  const holds = member.kind === 'invoice' ? null : 'waits_for_original'
  return happens({ type: 'uncovered', from: document.saleGuid, because: document.phase, holds, at })
}

function followValid(
  member: RecordState,
  { authority, validatedAt, firstSentAt, documentTime }: RecordState,
  at: Instant,
) {
  if (!authority || validatedAt === null) return unchanged
  if (member.phase === 'valid' && member.authority?.longId === '' && authority.longId !== '')
    return happens({ type: 'linked' as const, longId: authority.longId, at })
  if (member.phase !== 'queued') return unchanged
  const sentAt = firstSentAt ?? validatedAt
  return happens({
    type: 'covered' as const,
    authority,
    validatedAt,
    sentAt,
    ...(documentTime !== null && { documentTime }),
    at,
  })
}
