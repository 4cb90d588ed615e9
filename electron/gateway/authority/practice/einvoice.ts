import type { EpochMs } from '../../../../shared/domain/record.ts'
import { brokenRule } from './formats.ts'
import { isSelfBilled, type LedgerDocument, type NamedParty } from './ledger.ts'
import { generalTins, idTypes } from './taxpayers.ts'

/** An element whose structure was checked. */
export type Element = Readonly<Record<string, unknown>>

export function allAt(element: Element, ...path: readonly string[]): readonly Element[] {
  let elements: readonly Element[] = [element]
  // No list for each element, because this runs thousands of times for each document.
  for (const name of path) {
    const next: Element[] = []
    for (const each of elements)
      for (const inner of (each[name] as readonly Element[] | undefined) ?? []) next.push(inner)
    elements = next
  }
  return elements
}

export function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const value = allAt(element, ...path)[0]?.['_']
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

export function numberAt(element: Element, ...path: readonly string[]): number | undefined {
  const value = allAt(element, ...path)[0]?.['_']
  return typeof value === 'number' ? value : undefined
}

export const attributeOf = (element: Element | undefined, name: string): string | undefined => {
  const value = element?.[name]
  return typeof value === 'string' ? value : undefined
}

/** A document whose structure was checked. */
export interface EInvoice extends Pick<LedgerDocument, 'internalId' | 'typeCode' | 'version' | 'supplier' | 'buyer'> {
  readonly invoice: Element
  readonly text: string
  readonly currency: string
  /** Null if date or time are malformed. */
  readonly issuedAt: EpochMs | null
  readonly isSelfBilled: boolean
  /** A document for the general public, with all lines of the consolidated class (myinvois 6.6). */
  readonly isConsolidated: boolean
  readonly issuer: NamedParty
  readonly supplierElement: Element
  readonly buyerElement: Element
  readonly references: readonly string[]
  readonly classifications: readonly string[]
}

/** @param text with a checked structure */
export function parseEInvoice(text: string): EInvoice {
  const [invoice] = (JSON.parse(text) as { readonly Invoice: readonly [Element] }).Invoice
  // If a party is missing, the checks of core fields say so.
  const supplierElement = allAt(invoice, 'AccountingSupplierParty', 'Party')[0] ?? {}
  const buyerElement = allAt(invoice, 'AccountingCustomerParty', 'Party')[0] ?? {}
  const [supplier, buyer] = [readParty(supplierElement), readParty(buyerElement)]
  const typeCode = textAt(invoice, 'InvoiceTypeCode') ?? ''
  const selfBilled = isSelfBilled(typeCode)
  const classifications = allAt(invoice, 'InvoiceLine', 'Item', 'CommodityClassification', 'ItemClassificationCode')
    .filter((code) => attributeOf(code, 'listID') === 'CLASS')
    .map(({ _ }) => String(_))
  return {
    invoice,
    text,
    internalId: textAt(invoice, 'ID') ?? '',
    typeCode,
    version: attributeOf(allAt(invoice, 'InvoiceTypeCode')[0], 'listVersionID') ?? '',
    currency: textAt(invoice, 'DocumentCurrencyCode') ?? '',
    issuedAt: issueInstant(textAt(invoice, 'IssueDate'), textAt(invoice, 'IssueTime')),
    isSelfBilled: selfBilled,
    isConsolidated:
      classifications.length > 0 &&
      classifications.every((code) => code === '004') &&
      [supplier.tin, buyer.tin].includes(generalTins.generalPublic),
    supplier,
    buyer,
    issuer: selfBilled ? buyer : supplier,
    supplierElement,
    buyerElement,
    references: allAt(invoice, 'BillingReference', 'InvoiceDocumentReference', 'UUID').map(({ _ }) => String(_)),
    classifications,
  }
}

export const identifications = (party: Element): readonly { readonly scheme: string; readonly number: string }[] =>
  allAt(party, 'PartyIdentification', 'ID').map((id) => ({
    scheme: attributeOf(id, 'schemeID') ?? '',
    number: String(id['_']),
  }))

function readParty(party: Element): NamedParty {
  const numbers = identifications(party)
  const own = numbers.find(({ scheme }) => idTypes.includes(scheme))
  return {
    tin: numbers.find(({ scheme }) => scheme === 'TIN')?.number ?? '',
    idType: own?.scheme ?? '',
    idNumber: own?.number ?? '',
    name: textAt(party, 'PartyLegalEntity', 'RegistrationName') ?? '',
  }
}

function issueInstant(date = '', time = ''): EpochMs | null {
  return !brokenRule('date', date) && !brokenRule('time', time) ? Date.parse(`${date}T${time}`) : null
}

/** Scientific notation is refused since 30 April 2026 (myinvois 6.1). The parsed document does not show it. */
export const hasScientificNumber = (json: string): boolean =>
  /\d[eE][+-]?\d/.test(json.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""'))
