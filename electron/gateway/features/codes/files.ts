import type { CodeList } from '../../../../shared/document/codes.ts'

/** A text of an item and where the authority's files may have it. */
interface TextField {
  readonly name: string
  /** Keys in lower case without anything but letters, the usual one first. */
  readonly keys: readonly string[]
  /** What stands in for a text that the file has not: the item's first text, or nothing. Absent where it must be there. */
  readonly otherwise?: 'first' | 'nothing'
}

export interface ListFile {
  readonly file: string
  /** Of a code that is all digits: a file that writes it as a number has lost its leading noughts. */
  readonly digits?: number
  readonly texts: readonly [TextField, ...TextField[]]
}

/** The authority's published files and the texts in them, under the names of interface 2.3 (myinvois 8). */
export const listFiles = {
  classification: {
    file: 'ClassificationCodes.json',
    digits: 3,
    texts: [{ name: 'description', keys: ['description', 'name'] }],
  },
  currency: {
    file: 'CurrencyCodes.json',
    texts: [{ name: 'currency', keys: ['currency', 'currencyname', 'description', 'name'] }],
  },
  payment_method: {
    file: 'PaymentMethods.json',
    digits: 2,
    texts: [{ name: 'payment_method', keys: ['paymentmethod', 'description', 'name'] }],
  },
  tax_type: {
    file: 'TaxTypes.json',
    digits: 2,
    texts: [{ name: 'description', keys: ['description', 'taxtype', 'name'] }],
  },
  unit: {
    file: 'UnitTypes.json',
    texts: [
      { name: 'name', keys: ['name', 'unit', 'description'] },
      { name: 'description', keys: ['description'], otherwise: 'first' },
    ],
  },
  state: { file: 'StateCodes.json', digits: 2, texts: [{ name: 'state', keys: ['state', 'description', 'name'] }] },
  country: { file: 'CountryCodes.json', texts: [{ name: 'country', keys: ['country', 'description', 'name'] }] },
  msic: {
    file: 'MSICSubCategoryCodes.json',
    digits: 5,
    texts: [
      { name: 'description', keys: ['description', 'name'] },
      { name: 'category', keys: ['msiccategoryreference', 'category'], otherwise: 'nothing' },
    ],
  },
} as const satisfies Readonly<Record<CodeList, ListFile>>
