import { entriesOf } from '../../../../shared/api/findings.ts'
import { conversionAsk } from '../../../../shared/api/operator/consolidation.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { errorsBy } from '../new-document/check.ts'
import { bodyOf, type DocumentFields, emptyDraft } from '../new-document/values.ts'

/** The buyer as a till would send one: what was left empty is absent. */
export const buyerOf = (fields: DocumentFields): unknown => bodyOf({ ...emptyDraft, fields }, '')['BUYER'] ?? {}

/** @returns by the field's address in the form, what the gateway would refuse; codes it judges itself */
export function checkBuyer(BUYER: unknown, language: Language): Readonly<Record<string, string>> {
  const body = { BUYER }
  const parsed = conversionAsk.safeParse(body)
  return parsed.success ? {} : errorsBy(entriesOf(parsed.error.issues, body), { language })
}
