import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidationActor } from '../../shared/domain/consolidation-rules.ts'
import { timeZoneOnScreen } from '../gateway/this-till.ts'
import { localeOf, useLanguage, useWords } from '../words/language.ts'
import { statusWords } from '../words/status.ts'
import { useActorName } from './figures.tsx'
import { momentText } from './moments.ts'

/** How a document was voided or cancelled; null if it was not. On the portal of the authority, `by` is null. */
export function withdrawalOf(record: WireRecord) {
  const { STATUS, VOIDED_AT, VOIDED_BY, VOID_REASON = null, CANCELLED_AT, CANCELLATION } = record
  // If nothing had to be declared, the status and the next step say so.
  if (STATUS === 'Voided')
    return VOIDED_BY === consolidationActor ? null : { at: VOIDED_AT, by: VOIDED_BY, reason: VOID_REASON }
  const asked = CANCELLATION?.STATE === 'Accepted' ? CANCELLATION : null
  return STATUS === 'Cancelled' ? { at: CANCELLED_AT, by: asked?.BY ?? null, reason: asked?.REASON ?? null } : null
}

/** @returns who voided, cancelled or closed a document, when and why, in one line. A report is read on another day */
export function useWithdrawalText() {
  const nameOf = useActorName()
  const locale = localeOf(useLanguage())
  return ({ at, by, reason }: NonNullable<ReturnType<typeof withdrawalOf>>): string => {
    const when = at && momentText(at, { locale, timeZone: timeZoneOnScreen() }, { withDay: true, withSeconds: false })
    return [nameOf(by), when, reason].filter(Boolean).join(' · ')
  }
}

type Withdrawn = OperatorAnswer<'report'>['withdrawn'][number]

/** @returns what became of a document of a report, in a word, and who did it, when and why */
export function useWithdrawnText() {
  const sayStatus = useWords(statusWords)
  const textOf = useWithdrawalText()
  return ({ STATUS, KIND, ...done }: Omit<Withdrawn, 'OUTLET_NAME'>) => {
    const isGone = STATUS === 'Voided' || STATUS === 'Cancelled'
    return { word: sayStatus(isGone ? STATUS : STATUS === 'Invalid' ? 'closed_refused' : KIND), text: textOf(done) }
  }
}
