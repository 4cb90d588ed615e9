import classification from '../../codes/lists/classification_codes.json' with { type: 'json' }
import country from '../../codes/lists/country_codes.json' with { type: 'json' }
import currency from '../../codes/lists/currency_codes.json' with { type: 'json' }
import msic from '../../codes/lists/msic_codes.json' with { type: 'json' }
import payment from '../../codes/lists/payment_methods.json' with { type: 'json' }
import state from '../../codes/lists/state_codes.json' with { type: 'json' }
import tax from '../../codes/lists/tax_types.json' with { type: 'json' }
import unit from '../../codes/lists/unit_types.json' with { type: 'json' }
import { allAt, attributeOf, type EInvoice, type Element, textAt } from './einvoice.ts'
import type { Finding } from './steps.ts'

const listOf = (name: string, codes: readonly { readonly code: string }[], errorCode = 'CV302') => ({
  name,
  codes: new Set(codes.map(({ code }) => code)),
  errorCode,
})

const lists = {
  classification: listOf('Classification', classification),
  country: listOf('Country', country),
  currency: listOf('Currency', currency),
  msic: listOf('MSIC', msic),
  payment: listOf('PaymentMode', payment),
  state: listOf('State', state, 'CV317'),
  tax: listOf('TaxType', tax),
  unit: listOf('UnitOfMeasurement', unit),
} as const

interface UsedCode {
  readonly list: keyof typeof lists
  readonly code: string
  readonly path: string
}

/** Step 04: every code must be in the authority's lists (myinvois 8). */
export const findUnknownCodes = (document: EInvoice): readonly Finding[] =>
  usedCodes(document)
    .filter(({ list, code }) => !lists[list].codes.has(code))
    .map(({ list, code, path }) => ({
      propertyName: lists[list].name,
      propertyPath: `document.${path}`,
      errorCode: lists[list].errorCode,
      error: `The code ${code.slice(0, 50)} is not valid`,
    }))

function usedCodes(document: EInvoice): readonly UsedCode[] {
  const { invoice } = document
  const supplier = 'Invoice.AccountingSupplierParty.Party'
  return [
    ...at('currency', invoice, 'Invoice', 'DocumentCurrencyCode'),
    ...at('currency', invoice, 'Invoice', 'TaxCurrencyCode'),
    ...at('payment', invoice, 'Invoice', 'PaymentMeans', 'PaymentMeansCode'),
    ...at('msic', document.supplierElement, supplier, 'IndustryClassificationCode'),
    ...addressCodes(document.supplierElement, supplier),
    ...addressCodes(document.buyerElement, 'Invoice.AccountingCustomerParty.Party'),
    ...allAt(invoice, 'Delivery', 'DeliveryParty').flatMap((party) =>
      addressCodes(party, 'Invoice.Delivery.DeliveryParty'),
    ),
    ...at('tax', invoice, 'Invoice', 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'ID'),
    ...allAt(invoice, 'InvoiceLine').flatMap(lineCodes),
  ]
}

function lineCodes(line: Element, index: number): readonly UsedCode[] {
  const where = `Invoice.InvoiceLine[${index}]`
  const quantities = [...allAt(line, 'InvoicedQuantity'), ...allAt(line, 'TaxTotal', 'TaxSubtotal', 'BaseUnitMeasure')]
  const units = quantities.flatMap((quantity) => attributeOf(quantity, 'unitCode') ?? [])
  return [
    ...allAt(line, 'Item', 'CommodityClassification', 'ItemClassificationCode')
      .filter((code) => attributeOf(code, 'listID') === 'CLASS')
      .map(({ _ }) => used('classification', _, `${where}.Item.ItemClassificationCode`)),
    ...units.map((code) => used('unit', code, `${where}.InvoicedQuantity.unitCode`)),
    ...at('country', line, where, 'Item', 'OriginCountry', 'IdentificationCode'),
    ...at('tax', line, where, 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'ID'),
  ]
}

/** A foreign address may name its state in words; a number is always a code. */
function addressCodes(party: Element, where: string): readonly UsedCode[] {
  const countryCode = textAt(party, 'PostalAddress', 'Country', 'IdentificationCode')
  const named = at('state', party, where, 'PostalAddress', 'CountrySubentityCode')
  return [
    ...at('country', party, where, 'PostalAddress', 'Country', 'IdentificationCode'),
    ...named.filter(({ code }) => countryCode === 'MYS' || /^\d+$/.test(code)),
  ]
}

const used = (list: UsedCode['list'], code: unknown, path: string): UsedCode => ({ list, code: String(code), path })

/** Empty codes are found by the checks of core fields. */
const at = (list: UsedCode['list'], element: Element, where: string, ...path: readonly string[]) =>
  allAt(element, ...path)
    .map(({ _ }) => used(list, _, [where, ...path].join('.')))
    .filter(({ code }) => code !== '')
