import type { UseFormReturnType } from '@mantine/form'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { parseAmount } from '../../../parts/amounts.ts'
import type { AuthorityFault } from './fault-fields.ts'
import { buildSentFields } from './given-amounts.ts'

/** Amounts of the whole document, by their names in the body. */
export interface WholeAmounts {
  readonly ROUNDING_AMOUNT?: string
  readonly TAX_ROUNDING?: string
  readonly TOTALS?: Readonly<Record<string, string>>
  readonly DISCOUNT_AMOUNT?: string
  readonly DISCOUNT_REASON?: string
  readonly CHARGE_AMOUNT?: string
  readonly CHARGE_REASON?: string
}

/** A document that a person writes: its fields, and what it is. */
export interface Draft {
  readonly family: Family
  readonly kind: Kind
  /** Without a buyer, for the consolidated e-invoice. */
  readonly isConsolidated: boolean
  /** RFC 3339, when the draft was begun. It stays the same, however often the document is sent. */
  readonly issuedAt: string
  readonly fields: DocumentFields
  /** The refused record that this corrects; null for a new document. */
  readonly corrects: Correction | null
}

/** A refused record under correction. It keeps its SALE_GUID and its business key (contract 5). */
export interface Correction {
  readonly guid: string
  /** The record's version when the correction was begun. */
  readonly version: number
  readonly faults: readonly AuthorityFault[]
  /** The body before any change. If it is the same, there is nothing to send. */
  readonly asSent: string
  /** EXTRA of the body. The form only carries it. */
  readonly extra: unknown
}

export const emptyParty = {
  NAME: '',
  TIN: '',
  ID_TYPE: 'BRN',
  ID_NUMBER: '',
  SST_NUMBER: '',
  PHONE: '',
  EMAIL: '',
  ADDRESS: { LINES: [''] as readonly string[], CITY: '', POSTCODE: '', STATE_CODE: '', COUNTRY_CODE: 'MYS' },
  /** Only of a supplier. */
  MSIC_CODE: '',
  BUSINESS_ACTIVITY: '',
}
export type PartyFields = Readonly<typeof emptyParty>

export const emptyTax = { TAX_TYPE: '06', RATE: '', EXEMPTION_REASON: '' }
export type TaxFields = Readonly<typeof emptyTax>

export const emptyLine = {
  DESCRIPTION: '',
  CLASSIFICATION_CODES: ['022'] as readonly string[],
  QUANTITY: '1',
  UNIT_CODE: 'C62',
  UNIT_PRICE: '',
  DISCOUNT_AMOUNT: '',
  TAXES: [emptyTax] as readonly TaxFields[],
}
export interface LineFields extends Readonly<typeof emptyLine> {
  /** For a line from a till: the inputs of its amounts, as they were. */
  readonly asGiven?: string
  /** For a note: the quantity on the original. */
  readonly sold?: string
  /** For a note: the line is not ticked, so it is not sent. */
  readonly isLeft?: boolean
}

/** A new line with the class, unit and tax of the line before. */
export const nextLine = (
  sold: Pick<LineFields, 'CLASSIFICATION_CODES' | 'UNIT_CODE' | 'TAXES'> = emptyLine,
): LineFields => {
  const { CLASSIFICATION_CODES, UNIT_CODE, TAXES } = sold
  return { ...emptyLine, CLASSIFICATION_CODES, UNIT_CODE, TAXES }
}

export const emptyPayment = { METHOD: '', AMOUNT: '' }
export const emptyOriginal = { SALE_GUID: '', DOCUMENT_NUMBER: '', AUTHORITY_UUID: '' }

/**
 * The form's fields, with the names of the body that a till sends: so the pointer of a fault is the address of a field.
 * All values are texts.
 */
const noFields = {
  COMPANY_CODE: '',
  OUTLET_NAME: '',
  TERMINAL_NAME: '',
  SHIFT_CODE: '',
  SALE_CODE: '',
  DOCUMENT_NUMBER: '',
  CURRENCY_CODE: 'MYR',
  EXCHANGE_RATE: '',
  BUYER: emptyParty as PartyFields,
  SUPPLIER: emptyParty as PartyFields,
  ORIGINALS: [] as readonly (typeof emptyOriginal)[],
  PRICES_INCLUDE_TAX: false,
  LINES: [emptyLine] as readonly LineFields[],
  PAYMENTS: [] as readonly (typeof emptyPayment)[],
}
export interface DocumentFields extends Readonly<typeof noFields> {
  /** As a till may give it, in place of payments. */
  readonly PAYMENT_METHOD?: string
  /** Totals that came from a till or an original. Once a line is changed, they are not valid. */
  readonly asGiven?: WholeAmounts
}

export type DocumentForm = UseFormReturnType<DocumentFields>
export type PartySide = 'BUYER' | 'SUPPLIER'

export const emptyDraft: Draft = {
  family: 'sale',
  kind: 'invoice',
  isConsolidated: false,
  issuedAt: '',
  corrects: null,
  fields: noFields,
}

export type Body = Readonly<Record<string, unknown>>

/** @returns the body as a till would send it, without empty fields */
export function bodyOf(draft: Draft, saleGuid: string): Body {
  const { family, kind, isConsolidated, issuedAt, corrects } = draft
  const { BUYER, SUPPLIER, ORIGINALS, PRICES_INCLUDE_TAX, PAYMENTS, ...common } = buildSentFields(draft.fields)
  const { MSIC_CODE: _code, BUSINESS_ACTIVITY: _activity, ...buyer } = BUYER
  const hasBuyer = !isConsolidated && !isNobody(BUYER)
  const body = withoutEmpty({
    ...(withPlainAmounts(common) as Body),
    // If no payment was typed, none is sent; a row waits for it.
    ...(PAYMENTS.some(({ METHOD, AMOUNT }) => METHOD + AMOUNT !== '') && { PAYMENTS: withPlainAmounts(PAYMENTS) }),
    ...(PRICES_INCLUDE_TAX && { PRICES_INCLUDE_TAX }),
    SALE_GUID: saleGuid,
    ISSUED_AT: issuedAt,
    ...(family === 'self_billed' ? { SUPPLIER } : hasBuyer && { BUYER: buyer }),
    ...(kind !== 'invoice' ? { ORIGINALS } : isConsolidated && { CONSOLIDATE: true }),
  }) as Body
  return corrects?.extra === undefined ? body : { ...body, EXTRA: corrects.extra }
}

const amountFields: readonly string[] = ['QUANTITY', 'UNIT_PRICE', 'DISCOUNT_AMOUNT', 'RATE', 'AMOUNT', 'EXCHANGE_RATE']

/** Changes amounts as people type them (`12,50`) into decimals. Other texts stay, and the gateway refuses them. */
function withPlainAmounts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return amountFields.includes(name) ? (parseAmount(value) ?? value) : value
  if (Array.isArray(value)) return value.map((item: unknown) => withPlainAmounts(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlainAmounts(member, key)]))
}

/** @returns the field for an address in the body, which has the ticked lines only; a missing address is its first line */
export function bodyPathToFormPath(address: string, lines: readonly LineFields[]): string {
  const [, at, rest = ''] = /^LINES\.(\d+)(.*)$/.exec(address) ?? []
  if (at === undefined) return address.endsWith('ADDRESS.LINES') ? `${address}.0` : address
  const places = lines.flatMap(({ isLeft }, place) => (isLeft ? [] : [place]))
  return `LINES.${places[Number(at)] ?? at}${rest}`
}

/** A name for a draft in a list: the buyer or supplier, or else what is sold. */
export function draftNameOf({ family, isConsolidated, fields }: Draft): string {
  const party = (family === 'sale' ? fields.BUYER : fields.SUPPLIER).NAME.trim()
  return isConsolidated || party === '' ? (fields.LINES[0]?.DESCRIPTION.trim() ?? '') : party
}

/** A note on a document kept here takes its family from it. */
export const isNoteOfOurs = ({ kind, fields: { ORIGINALS } }: Pick<Draft, 'kind' | 'fields'>): boolean =>
  kind !== 'invoice' && (ORIGINALS[0]?.SALE_GUID ?? '') !== ''

/** A sale may go without a payment method, but not by oversight. */
export const isPaymentOpen = ({ kind, family, corrects, fields: { PAYMENTS } }: Draft): boolean =>
  kind === 'invoice' && family === 'sale' && corrects === null && PAYMENTS.every(({ METHOD }) => METHOD === '')

/** What is missing as a whole, with the word for it. The gateway asks for a buyer only once the fields are in order. */
export const missingParts = ({ family, kind, isConsolidated, fields }: Draft) => ({
  ...(kind !== 'invoice' && fields.ORIGINALS.length === 0 && { ORIGINALS: 'original_missing' as const }),
  ...(family === 'sale' && !isConsolidated && isNobody(fields.BUYER) && { BUYER: 'no_buyer_yet' as const }),
})

/** Without these the gateway asks for a buyer once, and not for each field. */
const isNobody = ({ NAME, TIN, ID_NUMBER }: PartyFields): boolean => `${NAME}${TIN}${ID_NUMBER}`.trim() === ''

/** Drops what is empty. A list keeps the indexes of its entries, so that pointers into it stay valid. */
export function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim()
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => withoutEmpty(item) ?? '')
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutEmpty(member)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
