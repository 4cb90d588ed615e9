import type { Instant } from '../../../../../shared/domain/record.ts'
import { isSelfBilled, type NamedParty } from '../ledger/document.ts'
import { generalTin } from '../people/taxpayers.ts'
import { all, attributeOf, type Element, textAt } from './element.ts'

/** A document whose structure is right, with what the checks ask about again and again. */
export interface EInvoice {
  readonly invoice: Element
  readonly text: string
  readonly internalId: string
  readonly typeCode: string
  readonly version: string
  readonly currency: string
  /** Null where date or time are not written as they must be. */
  readonly issuedAt: Instant | null
  readonly isSelfBilled: boolean
  /** For or from the general public, every line of the consolidated class (myinvois 6.6). */
  readonly isConsolidated: boolean
  readonly supplier: NamedParty
  readonly buyer: NamedParty
  readonly issuer: NamedParty
  readonly supplierElement: Element
  readonly buyerElement: Element
  /** UUIDs of the documents it refers to. */
  readonly references: readonly string[]
  readonly classifications: readonly string[]
}

const consolidatedClass = '004'
/** Where a party is missing altogether; the core fields say so. */
const nobody: Element = {}

export function readEInvoice(text: string, invoice: Element): EInvoice {
  const supplierElement = all(invoice, 'AccountingSupplierParty', 'Party')[0] ?? nobody
  const buyerElement = all(invoice, 'AccountingCustomerParty', 'Party')[0] ?? nobody
  const [supplier, buyer] = [readParty(supplierElement), readParty(buyerElement)]
  const typeCode = textAt(invoice, 'InvoiceTypeCode') ?? ''
  const selfBilled = isSelfBilled(typeCode)
  const classifications = classesOf(invoice)
  return {
    invoice,
    text,
    internalId: textAt(invoice, 'ID') ?? '',
    typeCode,
    version: attributeOf(all(invoice, 'InvoiceTypeCode')[0] ?? nobody, 'listVersionID') ?? '',
    currency: textAt(invoice, 'DocumentCurrencyCode') ?? '',
    issuedAt: issueInstant(textAt(invoice, 'IssueDate'), textAt(invoice, 'IssueTime')),
    isSelfBilled: selfBilled,
    isConsolidated:
      classifications.length > 0 &&
      classifications.every((code) => code === consolidatedClass) &&
      [supplier.tin, buyer.tin].includes(generalTin.generalPublic),
    supplier,
    buyer,
    issuer: selfBilled ? buyer : supplier,
    supplierElement,
    buyerElement,
    references: all(invoice, 'BillingReference', 'InvoiceDocumentReference', 'UUID').map(({ _ }) => String(_)),
    classifications,
  }
}

/** Schemes of the one identification number a party has besides its TIN. */
const numberSchemes: readonly (string | undefined)[] = ['NRIC', 'PASSPORT', 'BRN', 'ARMY']

export const identifications = (party: Element): readonly { readonly scheme: string; readonly number: string }[] =>
  all(party, 'PartyIdentification', 'ID').map((id) => ({
    scheme: attributeOf(id, 'schemeID') ?? '',
    number: String(id['_']),
  }))

function readParty(party: Element): NamedParty {
  const numbers = identifications(party)
  const own = numbers.find(({ scheme }) => numberSchemes.includes(scheme))
  return {
    tin: numbers.find(({ scheme }) => scheme === 'TIN')?.number ?? '',
    idType: own?.scheme ?? '',
    idNumber: own?.number ?? '',
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? '',
  }
}

const classesOf = (invoice: Element): readonly string[] =>
  all(invoice, 'InvoiceLine', 'Item', 'CommodityClassification', 'ItemClassificationCode')
    .filter((code) => attributeOf(code, 'listID') === 'CLASS')
    .map(({ _ }) => String(_))

function issueInstant(date: string | undefined, time: string | undefined): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date ?? '') || !/^\d{2}:\d{2}:\d{2}Z$/.test(time ?? '')) return null
  const instant = Date.parse(`${date}T${time}`)
  // 30 February is a number to Date, and the second of March.
  const isReal = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(`${date}T`)
  return isReal ? instant : null
}
