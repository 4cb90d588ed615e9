import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidationActor } from '../../shared/domain/consolidation-rules.ts'
import { useActorName } from './figures.tsx'
import { useClockText } from './moments.ts'

/** How a document was voided or cancelled; null if it was not. On the portal of the authority, `by` is null. */
export function withdrawalOf(record: WireRecord) {
  const { STATUS, VOIDED_AT, VOIDED_BY, VOID_REASON = null, CANCELLED_AT, CANCELLATION } = record
  // If nothing had to be declared, the status and the next step say so.
  if (STATUS === 'Voided')
    return VOIDED_BY === consolidationActor ? null : { at: VOIDED_AT, by: VOIDED_BY, reason: VOID_REASON }
  const asked = CANCELLATION?.STATE === 'Accepted' ? CANCELLATION : null
  return STATUS === 'Cancelled' ? { at: CANCELLED_AT, by: asked?.BY ?? null, reason: asked?.REASON ?? null } : null
}

/** @returns who voided or cancelled a document, when and why, in one line */
export function useWithdrawalText() {
  const nameOf = useActorName()
  const clock = useClockText()
  return ({ at, by, reason }: NonNullable<ReturnType<typeof withdrawalOf>>): string => {
    const who = at === null ? nameOf(by) : `${nameOf(by)} · ${clock(Date.parse(at))}`
    return reason === null ? who : `${who}: ${reason}`
  }
}
