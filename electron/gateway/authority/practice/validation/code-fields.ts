import classifications from '../../../codes/lists/classification_codes.json' with { type: 'json' }
import countries from '../../../codes/lists/country_codes.json' with { type: 'json' }
import currencies from '../../../codes/lists/currency_codes.json' with { type: 'json' }
import msics from '../../../codes/lists/msic_codes.json' with { type: 'json' }
import payments from '../../../codes/lists/payment_methods.json' with { type: 'json' }
import states from '../../../codes/lists/state_codes.json' with { type: 'json' }
import taxes from '../../../codes/lists/tax_types.json' with { type: 'json' }
import units from '../../../codes/lists/unit_types.json' with { type: 'json' }
import type { EInvoice } from '../document/einvoice.ts'
import { all, attributeOf, type Element, textAt } from '../document/element.ts'
import type { ValidationError } from './steps.ts'

const codesOf = (list: readonly { readonly code: string }[]): ReadonlySet<string> =>
  new Set(list.map(({ code }) => code))

const known = {
  classification: codesOf(classifications),
  country: codesOf(countries),
  currency: codesOf(currencies),
  msic: codesOf(msics),
  payment: codesOf(payments),
  state: codesOf(states),
  tax: codesOf(taxes),
  unit: codesOf(units),
} as const

type List = keyof typeof known

const names: Readonly<Record<List, string>> = {
  classification: 'Classification',
  country: 'Country',
  currency: 'Currency',
  msic: 'MSIC',
  payment: 'PaymentMode',
  state: 'State',
  tax: 'TaxType',
  unit: 'UnitOfMeasurement',
}

interface UsedCode {
  readonly list: List
  readonly code: string
  readonly path: string
}

/** Step 04: every code is one of the authority's lists (myinvois 8). */
export const findUnknownCodes = (document: EInvoice): readonly ValidationError[] =>
  usedCodes(document)
    .filter(({ list, code }) => !known[list].has(code))
    .map(({ list, code, path }) => ({
      propertyName: names[list],
      propertyPath: `document.${path}`,
      errorCode: list === 'state' ? 'CV317' : 'CV302',
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
    ...all(invoice, 'Delivery', 'DeliveryParty').flatMap((party) =>
      addressCodes(party, 'Invoice.Delivery.DeliveryParty'),
    ),
    ...at('tax', invoice, 'Invoice', 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'ID'),
    ...all(invoice, 'InvoiceLine').flatMap(lineCodes),
  ]
}

function lineCodes(line: Element, index: number): readonly UsedCode[] {
  const where = `Invoice.InvoiceLine[${index}]`
  const classes = all(line, 'Item', 'CommodityClassification', 'ItemClassificationCode')
  const quantities = [...all(line, 'InvoicedQuantity'), ...all(line, 'TaxTotal', 'TaxSubtotal', 'BaseUnitMeasure')]
  return [
    ...classes
      .filter((code) => attributeOf(code, 'listID') === 'CLASS')
      .map(({ _ }) => ({
        list: 'classification' as const,
        code: String(_),
        path: `${where}.Item.ItemClassificationCode`,
      })),
    ...quantities.flatMap((quantity) => {
      const code = attributeOf(quantity, 'unitCode')
      return code === undefined ? [] : [{ list: 'unit' as const, code, path: `${where}.InvoicedQuantity.unitCode` }]
    }),
    ...at('country', line, where, 'Item', 'OriginCountry', 'IdentificationCode'),
    ...at('tax', line, where, 'TaxTotal', 'TaxSubtotal', 'TaxCategory', 'ID'),
  ]
}

/** Abroad a state may be named instead; a number is meant as a code wherever it stands. */
function addressCodes(party: Element, where: string): readonly UsedCode[] {
  const country = textAt(party, 'PostalAddress', 'Country', 'IdentificationCode')
  const named = at('state', party, where, 'PostalAddress', 'CountrySubentityCode')
  return [
    ...at('country', party, where, 'PostalAddress', 'Country', 'IdentificationCode'),
    ...named.filter(({ code }) => country === 'MYS' || /^\d+$/.test(code)),
  ]
}

/** The codes at the end of a path; empty ones are the core fields' business. */
const at = (list: List, element: Element, where: string, ...path: readonly string[]): readonly UsedCode[] =>
  all(element, ...path)
    .map(({ _ }) => ({ list, code: String(_), path: [where, ...path].join('.') }))
    .filter(({ code }) => code !== '')
