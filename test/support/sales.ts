import { Codes } from '../../electron/gateway/features/codes/codes.ts'
import { type FieldFault, faultsOfFindings, faultsOfIssues } from '../../shared/api/faults.ts'
import { type CheckContext, type CheckedSale, checkSale } from '../../shared/document/check.ts'
import { toDomainNames } from '../../shared/document/fields.ts'
import { type Sale, saleSchemas } from '../../shared/document/sale.ts'
import { noon } from './records.ts'

type Fields = Readonly<Record<string, unknown>>

export const aParty = (over: Fields = {}): Fields => ({
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  PHONE: '+60387654321',
  ADDRESS: anAddress(),
  ...over,
})

export const anAddress = (over: Fields = {}): Fields => ({
  LINES: ['12 Jalan Rumah'],
  CITY: 'Shah Alam',
  POSTCODE: '40000',
  STATE_CODE: '10',
  COUNTRY_CODE: 'MYS',
  ...over,
})

export const aSupplier = (over: Fields = {}): Fields =>
  aParty({ MSIC_CODE: '56101', BUSINESS_ACTIVITY: 'Restaurants', ...over })

export const aTax = (over: Fields = {}): Fields => ({ TAX_TYPE: '02', RATE: 6, ...over })

export const aLine = (over: Fields = {}): Fields => ({
  DESCRIPTION: 'Kopi O',
  CLASSIFICATION_CODES: ['022'],
  QUANTITY: 2,
  UNIT_CODE: 'C62',
  UNIT_PRICE: 3.5,
  TAXES: [aTax()],
  ...over,
})

/** The body of an invoice, as a till sends it. */
export const aSale = (over: Fields = {}): Fields => ({
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
  SHIFT_CODE: 'S1',
  SALE_CODE: '0001',
  ISSUED_AT: '2026-11-20T11:59:00+08:00',
  BUYER: aParty(),
  LINES: [aLine()],
  ...over,
})

/** The body without these fields. */
export const without = (body: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

export const aNote = (over: Fields = {}): Fields =>
  aSale({ ORIGINALS: [{ DOCUMENT_NUMBER: 'OLD-000077', AUTHORITY_UUID: 'NA' }], ...over })

export const aSelfBilled = (over: Fields = {}): Fields => ({
  ...without(aSale(), 'BUYER'),
  SUPPLIER: aSupplier(),
  ...over,
})

export const aContext = (over: Partial<CheckContext> = {}): CheckContext => ({
  kind: 'invoice',
  family: 'sale',
  now: noon,
  codes: new Codes().statusOf,
  rules: { consolidationLimit: '10000.00', mayConsolidateSelfBilled: false },
  ...over,
})

/**
 * The body as a sale, parsed by its schema.
 * @throws ZodError if the schema refuses it
 */
export const readSale = (body: unknown, { family, kind }: Pick<CheckContext, 'family' | 'kind'> = aContext()): Sale =>
  toDomainNames(saleSchemas[family][kind].parse(body))

/** The faults that schema and checks find in a body, as the API lists them. */
export function faultsIn(body: unknown, over: Partial<CheckContext> = {}): FieldFault[] {
  const context = aContext(over)
  const parsed = saleSchemas[context.family][context.kind].safeParse(body)
  if (!parsed.success) return faultsOfIssues(parsed.error.issues, body)
  const checked = checkSale(toDomainNames(parsed.data), context)
  return checked.ok ? [] : faultsOfFindings(checked.findings)
}

/** Only pointer and code: `/LINES/0/QUANTITY negative`. */
export const placesIn = (body: unknown, over: Partial<CheckContext> = {}): string[] =>
  faultsIn(body, over).map(({ pointer, code }) => `${pointer} ${code}`)

/**
 * A sale without faults.
 * @throws Error with the first fault
 */
export function checkedSale(body: unknown, over: Partial<CheckContext> = {}): CheckedSale {
  const context = aContext(over)
  const checked = checkSale(readSale(body, context), context)
  if (checked.ok) return checked.sale
  throw new Error(JSON.stringify(checked.findings))
}

export const one = (price: unknown, over: object = {}) => aLine({ QUANTITY: 1, UNIT_PRICE: price, ...over })
export const untaxed = { TAXES: [{ TAX_TYPE: '06' }] }

/** The totals: excluding tax, tax, including tax, payable. */
export const totalsOf = (body: unknown) => {
  const { totalExcludingTax, totalTax, totalIncludingTax, totalPayable } = checkedSale(body).settledTotals
  return [totalExcludingTax, totalTax, totalIncludingTax, totalPayable].map((amount) => amount.toFixed(2))
}

/** The amounts of each line. */
export const figuresOf = (body: unknown) =>
  checkedSale(body).lines.map((line) => ({
    price: line.unitPrice.toFixed(),
    subtotal: line.subtotal.toFixed(2),
    total: line.totalExcludingTax.toFixed(2),
    taxes: line.taxes.map(({ amount }) => amount.toFixed(2)),
  }))
