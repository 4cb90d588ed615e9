import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { cashCode } from '../../../../shared/document/cash-rounding.ts'
import { withSen } from '../../../../shared/document/figures.ts'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { faultsAtFields } from './fault-fields.ts'
import { isMany, lineInputsKey } from './given-amounts.ts'
import {
  type Body,
  bodyOf,
  type Correction,
  type DocumentFields,
  type Draft,
  emptyDraft,
  emptyLine,
  emptyParty,
  emptyPayment,
  emptyTax,
  type LineFields,
  type PartyFields,
  type PartySide,
  type WholeAmounts,
} from './values.ts'

/**
 * The form with what was sent. Fields that the form does not show are kept in its values, so that a new telephone
 * number changes nothing else.
 */
export function draftForCorrection(record: WireRecord, version: number, body: Body): Draft {
  const { EXTRA: extra, SALE_GUID: _guid, ISSUED_AT: issuedAt, CONSOLIDATE: _consolidate, ...rest } = body
  const { ROUNDING_AMOUNT, TOTALS, ...texts } = numbersToText(rest) as Partial<DocumentFields> & WholeAmounts
  const fields: DocumentFields = {
    ...emptyDraft.fields,
    ...texts,
    asGiven: { ...(ROUNDING_AMOUNT !== undefined && { ROUNDING_AMOUNT }), ...(TOTALS && { TOTALS }) },
    BUYER: partyOf(rest['BUYER']),
    SUPPLIER: partyOf(rest['SUPPLIER']),
    ORIGINALS: texts.ORIGINALS ?? [],
    PAYMENTS: texts.PAYMENTS ?? [emptyPayment],
    LINES: (texts.LINES ?? []).map(lineOf),
  }
  const { FAMILY: family, KIND: kind, SALE_GUID: guid } = record
  const faults = faultsAtFields(record)
  const draft: Draft = { ...emptyDraft, family, kind, issuedAt: String(issuedAt), fields }
  const corrects: Correction = { guid, version, faults, asSent: '', extra }
  return { ...draft, corrects: { ...corrects, asSent: JSON.stringify(bodyOf({ ...draft, corrects }, guid)) } }
}

/** Whether nothing was changed since the refusal. */
export const isAsSent = (draft: Draft): boolean =>
  draft.corrects !== null && JSON.stringify(bodyOf(draft, draft.corrects.guid)) === draft.corrects.asSent

/** A body may hold amounts as numbers (contract 5), but a form holds texts. Null becomes absent. */
export function numbersToText(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(numbersToText)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, numbersToText(member)] as const],
    ),
  )
}

/** The fields of a party from a body or a record. What is absent becomes empty. */
export function partyOf(given: unknown): PartyFields {
  const party = numbersToText(given ?? {}) as Partial<PartyFields>
  return { ...emptyParty, ...party, ADDRESS: { ...emptyParty.ADDRESS, ...party.ADDRESS } }
}

/** A line from a body. Its amounts count until one of their inputs is changed. */
function lineOf(given: LineFields): LineFields {
  const line = { ...emptyLine, ...given, TAXES: given.TAXES.map((tax) => ({ ...emptyTax, ...tax })) }
  return { ...line, asGiven: lineInputsKey(line) }
}

type ShownSale = NonNullable<RecordDetail['sale']>
type ShownLine = ShownSale['LINES'][number]

/**
 * The fields of a note on this sale. Amounts are those of the customer's receipt, so that a full note gives back what
 * was paid. The person ticks what comes back; the only piece of a refund is ticked already.
 */
export const noteFieldsOf = (
  sale: ShownSale,
  { BUYER, SUPPLIER }: Readonly<Record<PartySide, unknown>>,
  isRefund = false,
): Pick<DocumentFields, PartySide | 'LINES' | 'PAYMENTS' | 'asGiven'> => ({
  BUYER: partyOf(BUYER),
  SUPPLIER: partyOf(SUPPLIER),
  LINES: sale.LINES.map((line) => lineAgain(line, isRefund && sale.LINES.length === 1)),
  PAYMENTS: [{ ...emptyPayment, METHOD: sale.PAYMENT_METHODS[0] ?? (sale.ROUNDING_AMOUNT === null ? '' : cashCode) }],
  asGiven: wholeAgain(sale),
})

const amounts = ['DISCOUNT_AMOUNT', 'CHARGE_AMOUNT', 'SUBTOTAL', 'TOTAL_EXCLUDING_TAX'] as const

/** A line of the original, to be ticked and changed. */
function lineAgain({ DISCOUNT_REASON: _less, CHARGE_REASON: _more, ...line }: ShownLine, isOnly: boolean): LineFields {
  const sent = numbersToText({
    ...line,
    ...Object.fromEntries(amounts.map((name) => [name, withoutSign(line[name])])),
    TAXES: line.TAXES.map((tax) => ({ ...tax, AMOUNT: withoutSign(tax.AMOUNT) })),
    UNIT_PRICE: withSen(line.UNIT_PRICE),
  })
  return { ...lineOf(sent as LineFields), sold: line.QUANTITY, isLeft: !isOnly || isMany(line.QUANTITY) }
}

/** The amounts of a returned line are shown as negative, but are sent as positive (contract 5). */
const withoutSign = (amount: string | null): string => amount?.replace(/^-/, '') ?? ''

function wholeAgain(sale: ShownSale): WholeAmounts {
  const { ROUNDING_AMOUNT, ROUNDING_DIFFERENCE, DISCOUNT_AMOUNT, DISCOUNT_REASON, CHARGE_AMOUNT, CHARGE_REASON } = sale
  const taxedAgain = hundredthsOf(ROUNDING_DIFFERENCE ?? '0.00') !== 0n && !bearsItsDifference(sale)
  return {
    ...(ROUNDING_AMOUNT !== null && { ROUNDING_AMOUNT }),
    ...(taxedAgain && { TAX_ROUNDING: 'document', TOTALS: { TOTAL_TAX: sale.TOTALS.TOTAL_TAX } }),
    ...(numbersToText({ DISCOUNT_AMOUNT, DISCOUNT_REASON, CHARGE_AMOUNT, CHARGE_REASON }) as WholeAmounts),
  }
}

/**
 * With prices including tax, the rounding of the tax changes the net amount: the lines add up to what was paid without
 * it.
 */
function bearsItsDifference({ LINES, TOTALS, DISCOUNT_AMOUNT, CHARGE_AMOUNT }: ShownSale): boolean {
  const ofLines = LINES.reduce((sum, line) => sum + hundredthsOf(line.TOTAL_EXCLUDING_TAX), 0n)
  const net = ofLines - hundredthsOf(DISCOUNT_AMOUNT ?? '0.00') + hundredthsOf(CHARGE_AMOUNT ?? '0.00')
  return net !== hundredthsOf(TOTALS.TOTAL_EXCLUDING_TAX)
}
