import type { EInvoice } from '../document/einvoice.ts'
import { type Element, numberAt, textAt } from '../document/element.ts'
import type { ValidationError } from './steps.ts'

/** Step 07: the exchange rate is from the document's currency to ringgit, and no amount is in a third one. */
export function findWrongCurrencies(document: EInvoice): readonly ValidationError[] {
  const { invoice, currency } = document
  const allowed = new Set([currency, textAt(invoice, 'TaxCurrencyCode') ?? currency, 'MYR'])
  const foreign = [...currenciesIn(invoice)].filter((used) => !allowed.has(used))
  return [
    ...foreign.map((used) => finding('currencyID', 'DC511', `An amount is in ${used}, the document is in ${currency}`)),
    ...(currency === 'MYR' ? [] : findWrongRate(invoice, currency)),
  ]
}

function findWrongRate(invoice: Element, currency: string): readonly ValidationError[] {
  const isRight =
    textAt(invoice, 'TaxExchangeRate', 'SourceCurrencyCode') === currency &&
    textAt(invoice, 'TaxExchangeRate', 'TargetCurrencyCode') === 'MYR' &&
    (numberAt(invoice, 'TaxExchangeRate', 'CalculationRate') ?? 0) > 0
  return isRight ? [] : [finding('TaxExchangeRate', 'DC512', `The exchange rate is not from ${currency} to MYR`)]
}

const finding = (name: string, errorCode: string, error: string): ValidationError => ({
  propertyName: name,
  propertyPath: `document.Invoice.${name}`,
  errorCode,
  error,
})

function currenciesIn(element: Element, found = new Set<string>()): ReadonlySet<string> {
  for (const name of Object.keys(element)) {
    const value = element[name]
    if (name === 'currencyID') found.add(String(value))
    if (Array.isArray(value)) for (const inner of value as readonly Element[]) currenciesIn(inner, found)
  }
  return found
}
