import type { Frequency } from './consolidation-period.ts'
import type { LineStyle } from './consolidation-plan.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { EpochMs, RecordState } from './record.ts'

/** The lawful cases (myinvois 6.6). Until the end of the relaxation all are lawful (myinvois 10). */
export const selfBilledCases = ['individuals', 'interest', 'insurance', 'overseas_branch', 'relaxation'] as const
export type SelfBilledCase = (typeof selfBilledCases)[number]

export interface ConsolidationRules {
  readonly frequency: Frequency
  /** 1 to 7. */
  readonly dayOfMonth: number
  readonly lines: LineStyle
  /** Whether the limit is compared without tax. The guideline does not say which (myinvois 12). */
  readonly isLimitBeforeTax: boolean
  /** The relaxation of 2026 and 2027 (myinvois 10). */
  readonly isAnyActivityAllowed: boolean
  readonly selfBilledCase: SelfBilledCase | null
  /** So many days after the month of a sale a buyer still gets an e-invoice. The guideline asks for none (myinvois 6.6). */
  readonly lateDays: number
}

/** The shift code of consolidated documents (contract 10). No drawer has it. */
export const shiftCodeOfConsolidated = 'CONSOLIDATED'

/** The end of the relaxation and of voluntary disclosure: 31 December 2027 in Malaysia. */
const endOf2027: EpochMs = Date.UTC(2027, 11, 31, 16)

export const isSelfBilledCaseOver = ({ selfBilledCase }: ConsolidationRules, now: EpochMs): boolean =>
  selfBilledCase === 'relaxation' && now >= endOf2027

/** See myinvois 13. */
export const isDisclosureOpen = (at: EpochMs): boolean => at < endOf2027

export const defaultRules: ConsolidationRules = {
  frequency: 'monthly',
  dayOfMonth: 3,
  lines: 'per_run',
  isLimitBeforeTax: false,
  isAnyActivityAllowed: false,
  selfBilledCase: null,
  lateDays: 0,
}

/**
 * Activities in which each sale needs an e-invoice (myinvois 6.6): motor vehicles, flights, construction, betting,
 * electricity, telecommunication. First digits of MSIC codes.
 */
const individualOnly = ['451', '45401', '511', '41', '42', '43', '920', '351', '61'] as const

export const mayConsolidateActivity = (msicCode: string, { isAnyActivityAllowed }: ConsolidationRules): boolean =>
  isAnyActivityAllowed || !individualOnly.some((start) => msicCode.startsWith(start))

/** A consolidated receipt, and not the document made of receipts. */
export const isReceipt = ({ consolidated, members }: Pick<RecordState, 'consolidated' | 'members'>): boolean =>
  consolidated && members === 0

export const isConsolidatedDocument = ({ members }: Pick<RecordState, 'members'>): boolean => members > 0

export const isWaitingForConsolidation = (
  record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto' | 'phase'>,
): boolean => isReceipt(record) && record.consolidatedInto === null && record.phase === 'queued'

/** The record waits for a consolidated document, or is part of one: a receipt, or a note on one. */
export const goesWithConsolidation = (
  record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto' | 'attention'>,
): boolean => isReceiptOrMember(record) || record.attention === 'waits_for_consolidation'

/** The receipt waits for a consolidated document, or is part of one. */
export const isReceiptOrMember = (
  record: Pick<RecordState, 'consolidated' | 'members' | 'consolidatedInto'>,
): boolean => isReceipt(record) || record.consolidatedInto !== null

export function decideMembership(
  record: RecordState,
  into: string,
  at: EpochMs,
): Happens<EventOf<'consolidated'>> | Unchanged {
  if (record.everSent || record.consolidatedInto !== null) return unchanged
  // A receipt is never sent itself. If a person confirmed that it was not received, it is no e-invoice and can be
  // consolidated.
  if (record.confirmedNotReceived && !isReceipt(record)) return unchanged
  const isWaitingNote =
    record.kind !== 'invoice' && record.phase === 'held' && record.attention === 'waits_for_consolidation'
  return isWaitingForConsolidation(record) || isWaitingNote ? happens({ type: 'consolidated', into, at }) : unchanged
}

/** VOIDED_BY of records that a run closes. No token and no person has this name. */
export const consolidationActor = 'consolidation'

/** The record was sold, and comes to nothing with its notes: a run closed it, and nothing is declared. */
export const isNothingToDeclare = ({ voided }: Pick<RecordState, 'voided'>): boolean =>
  voided?.by === consolidationActor

/** A run closes receipts with nothing left to pay, and their notes (contract 5). */
export const decideNothingToDeclare = (record: RecordState, at: EpochMs): Happens<EventOf<'voided'>> | Unchanged =>
  decideMembership(record, '', at).kind === 'unchanged'
    ? unchanged
    : happens({ type: 'voided', by: consolidationActor, at })

/**
 * A receipt becomes valid with its document. If the document is refused or cancelled, the receipt waits for the next
 * run.
 */
export function decideMemberFollows(
  member: RecordState,
  document: RecordState,
  at: EpochMs,
): Happens<EventOf<'validated_in' | 'linked' | 'unconsolidated'>> | Unchanged {
  if (member.consolidatedInto !== document.saleGuid) return unchanged
  if (document.phase === 'valid') return followValid(member, document, at)
  if (document.phase !== 'invalid' && document.phase !== 'cancelled') return unchanged
  const holds = member.kind === 'invoice' ? null : 'waits_for_consolidation'
  return happens({ type: 'unconsolidated', from: document.saleGuid, because: document.phase, holds, at })
}

function followValid(
  member: RecordState,
  { authority, validatedAt, firstSentAt, documentTime }: RecordState,
  at: EpochMs,
) {
  if (!authority || validatedAt === null) return unchanged
  if (member.phase === 'valid' && member.authority?.longId === '' && authority.longId !== '')
    return happens({ type: 'linked' as const, longId: authority.longId, at })
  if (member.phase !== 'queued') return unchanged
  const sentAt = firstSentAt ?? validatedAt
  return happens({
    type: 'validated_in' as const,
    authority,
    validatedAt,
    sentAt,
    ...(documentTime !== null && { documentTime }),
    at,
  })
}
