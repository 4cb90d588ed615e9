import { toDomainNames } from '../../shared/catalogue/names.ts'
import { saleDocuments } from '../../shared/catalogue/shapes/sale-document.ts'
import { type CheckContext, type CheckedSale, checkSale } from '../../shared/document/check.ts'
import { parseJsonText } from './http/json-text.ts'

/**
 * A kept body read again, by the rules by which it was accepted.
 * @throws Error where today's rules no longer pass it; whoever sends it holds the record for a person then
 */
export function saleOfBody(body: Uint8Array, context: CheckContext): CheckedSale {
  const parsed = saleDocuments[context.family][context.kind].parse(parseJsonText(body))
  const checked = checkSale(toDomainNames(parsed), context)
  if (checked.ok) return checked.sale
  const [first] = checked.findings
  throw new Error(`the kept body no longer passes: ${first?.code} at ${first?.path.join('.')}`)
}
