import {
  type ConsolidationRules,
  isDisclosureOpen,
  isSelfBilledCaseOver,
  shiftCodeOfConsolidated,
} from '../domain/consolidation-rules.ts'
import { maxTillClockAheadMs } from '../domain/decide-submission.ts'
import type { CodeMapping, EpochMs, Family, Kind } from '../domain/record.ts'
import { checkLineIds, type RefundLimits, settleAmounts, worthForLimit } from './arithmetic.ts'
import type { CodeListId, CodeLookup } from './codes.ts'
import { type Decimal, decimalOf, expectedValue, sum } from './decimal.ts'
import { upperSnakeNameOf } from './fields.ts'
import { type Finding, finding } from './finding.ts'
import { checkParty, checkPhone, checkRecipient, checkSide, needsConsolidatedClass, type Supplier } from './party.ts'
import type { CheckedLine, Sale, Tax } from './sale.ts'
import type { Totals } from './settle-totals.ts'

/** Rules across fields (myinvois 6.2). */
function checkTaxes(sale: Sale, findings: Finding[]): void {
  sale.lines.forEach(({ taxes }, at) => {
    taxes.forEach((tax, index) => checkTax(tax, ['lines', at, 'taxes', index], findings))
  })
  sale.charges?.forEach(({ taxes = [] }, at) => {
    taxes.forEach((tax, index) => checkTax(tax, ['charges', at, 'taxes', index], findings))
  })
}

function checkTax(tax: Tax, path: Finding['path'], findings: Finding[]): void {
  if (tax.taxType === 'E' && tax.exemptionReason === undefined)
    findings.push(finding([...path, 'exemptionReason'], 'exemption_reason_required'))
  if (tax.rate && tax.perUnitAmount) findings.push(finding([...path, 'perUnitAmount'], 'one_of_two'))
  if (tax.taxType === '06') checkNoTax(tax, path, findings)
  else if (!tax.rate && !tax.perUnitAmount && tax.taxType !== 'E')
    findings.push(finding([...path, 'rate'], 'tax_rate_required'))
  if (!tax.perUnitAmount) return
  if (!tax.quantity) findings.push(finding([...path, 'quantity'], 'required'))
  if (tax.unitCode === undefined) findings.push(finding([...path, 'unitCode'], 'required'))
}

/** For the tax type “not applicable”. A rate of zero is allowed. */
function checkNoTax(tax: Tax, path: Finding['path'], findings: Finding[]): void {
  for (const name of ['rate', 'perUnitAmount', 'amount'] as const)
    if (tax[name]?.gt(0)) findings.push(finding([...path, name], 'tax_not_applicable'))
}

export interface CheckedSale extends Sale {
  readonly lines: readonly CheckedLine[]
  readonly settledTotals: Totals
  /** The difference to taxes rounded by line; null if each line is rounded by itself. */
  readonly roundingDifference: Decimal | null
}

export interface CompanyRules {
  /** A larger sale needs an e-invoice of its own; null if there is no limit. */
  readonly consolidationLimit: string | null
  readonly mayConsolidateSelfBilled: boolean
  readonly roundsCash: boolean
  /** If absent, the usual limits. */
  readonly refundLimits?: RefundLimits
  /** If absent, the usual rules. */
  readonly consolidation?: ConsolidationRules
  /** Absent if its tills send official codes. */
  readonly codeMapping?: readonly CodeMapping[]
}

export interface CheckContext {
  readonly kind: Kind
  readonly family: Family
  readonly now: EpochMs
  readonly codes: CodeLookup
  readonly rules: Omit<CompanyRules, 'roundsCash' | 'refundLimits'>
}

export type CheckResult =
  | { readonly ok: true; readonly sale: CheckedSale }
  | { readonly ok: false; readonly findings: Finding[] }

/** The class of every line of a consolidated document (myinvois 6.6). */
export const consolidatedClass = '004'

/** 1 August 2024 in Malaysia, when e-invoicing began (myinvois 10): an earlier time comes from a wrong clock. */
const firstDay: EpochMs = Date.UTC(2024, 6, 31, 16)

/** All checks that need no other record (contract 5). */
export function checkSale(sale: Sale, context: CheckContext): CheckResult {
  const findings: Finding[] = []
  if (sale.issuedAt > context.now + maxTillClockAheadMs) findings.push(finding(['issuedAt'], 'in_future'))
  if (sale.issuedAt < firstDay) findings.push(finding(['issuedAt'], 'before_e_invoicing'))
  if (sale.voluntaryDisclosure && !isDisclosureOpen(context.now))
    findings.push(finding(['voluntaryDisclosure'], 'disclosure_over'))
  checkParties(sale, context, findings)
  checkFields(sale, context, findings)
  checkAdjustments(sale, findings)
  checkLineIds(sale.lines, findings)
  checkTaxes(sale, findings)
  findings.push(...codeFindings(sale, inSale, context.codes))
  const { lines, totals, roundingDifference } = settled(sale, findings)
  checkPayable(sale, totals, findings)
  if (sale.payments && !sum(sale.payments.map(({ amount }) => amount)).eq(totals.totalPayable))
    findings.push(finding(['payments'], 'payments_differ', expectedValue(totals.totalPayable)))
  if (sale.consolidate) checkConsolidation(sale, totals, context, findings)
  if (findings.length > 0) return { ok: false, findings }
  return { ok: true, sale: { ...sale, lines, settledTotals: totals, roundingDifference } }
}

/** The largest rounding of one receipt. */
const mostRounding = decimalOf('0.99')

function settled(sale: Sale, findings: Finding[]) {
  const found: Finding[] = []
  const amounts = settleAmounts(sale, found)
  const isSum = isOfMany(sale)
  findings.push(...found.filter(({ code, path }) => !(isSum && code === 'amount_differs' && path.includes('taxes'))))
  if (!isSum && sale.roundingAmount?.abs().gt(mostRounding)) findings.push(finding(['roundingAmount'], 'out_of_range'))
  return amounts
}

function checkParties(sale: Sale, { family, kind }: CheckContext, findings: Finding[]): void {
  // For notes this depends on the originals, which are looked up later.
  const needsBuyer = family === 'sale' && kind === 'invoice' && !sale.consolidate
  if (needsBuyer && !sale.buyer) findings.push(finding(['buyer'], 'buyer_required'))
  if (sale.consolidate && sale.buyer) findings.push(finding(['buyer'], 'buyer_not_allowed'))
  for (const role of ['buyer', 'supplier'] as const) {
    const party = sale[role]
    if (!party) continue
    checkParty(party, [role], findings)
    checkPhone(party, [role], findings)
    checkSide(party, role, findings)
  }
  if (sale.shipping) checkRecipient(sale.shipping, findings)
  const isOfNobody = [sale.buyer, sale.supplier].some((party) => party && needsConsolidatedClass(party))
  // The lines of a consolidated receipt get their class later.
  if (!sale.consolidate && (isOfNobody || sale.buyer)) checkClasses(sale, isOfNobody, findings)
}

/** Class 004 and the general public go together (myinvois 4, 13). */
function checkClasses({ lines }: Sale, isOfNobody: boolean, findings: Finding[]): void {
  lines.forEach(({ classificationCodes }, at) => {
    const isWrong = isOfNobody
      ? classificationCodes.some((code) => code !== consolidatedClass)
      : classificationCodes.includes(consolidatedClass)
    const code = isOfNobody ? 'general_tin_needs_consolidated_class' : 'class_of_nobody'
    if (isWrong) findings.push(finding(['lines', at, 'classificationCodes'], code))
  })
}

function checkFields(sale: Sale, { kind }: CheckContext, findings: Finding[]): void {
  // A note has no prepayment (myinvois 6.3, 13).
  if (sale.prepaid && kind !== 'invoice') findings.push(finding(['prepaid'], 'prepaid_on_note'))
  if (isForeign(sale) && !sale.exchangeRate) findings.push(finding(['exchangeRate'], 'rate_required'))
  if (sale.paymentMethod !== undefined && sale.payments) findings.push(finding(['payments'], 'one_of_two'))
  const { from, to } = sale.billingPeriod ?? {}
  if (from !== undefined && to !== undefined && from > to)
    findings.push(finding(['billingPeriod', 'to'], 'period_reversed'))
}

const isForeign = ({ currencyCode }: Sale): boolean => currencyCode !== undefined && currencyCode !== 'MYR'

/** A discount by itself and a list of discounts exclude each other. Each entry needs an amount or a rate. */
function checkAdjustments(sale: Sale, findings: Finding[]): void {
  sale.lines.forEach((line, at) => {
    if (line.discountAmount && line.discounts) findings.push(finding(['lines', at, 'discounts'], 'one_of_two'))
    if (line.chargeAmount && line.charges) findings.push(finding(['lines', at, 'charges'], 'one_of_two'))
  })
  if (sale.customs) checkForms(sale.customs, findings)
}

function checkForms(customs: NonNullable<Sale['customs']>, findings: Finding[]): void {
  for (const name of ['form19', 'form2'] as const) {
    if (joinCustomsForms(customs[name]).length > longestForms)
      findings.push(finding(['customs', name], 'too_long', { most: String(longestForms) }))
  }
}

/** The authority has one field for all of them (myinvois 13). */
const longestForms = 1000
export const joinCustomsForms = (forms: readonly string[] = []): string => forms.join(',')

/**
 * The authority refuses a document with nothing to pay (myinvois 6.3). A receipt may have nothing to pay, because it is
 * sent together with others.
 */
function checkPayable(sale: Sale, { totalPayable }: Totals, findings: Finding[]): void {
  const isTold = findings.some(({ code }) => code === 'becomes_negative')
  if (!sale.consolidate && !isTold && totalPayable.eq(0)) findings.push(finding(['lines'], 'payable_zero'))
}

function checkConsolidation(sale: Sale, totals: Totals, context: CheckContext, findings: Finding[]): void {
  const { family, rules, now } = context
  const isOver = rules.consolidation !== undefined && isSelfBilledCaseOver(rules.consolidation, now)
  if (family === 'self_billed' && (!rules.mayConsolidateSelfBilled || isOver))
    findings.push(finding(['consolidate'], 'consolidation_not_allowed'))
  if (rules.consolidationLimit === null) return
  if (worthForLimit(sale, totals, rules).gt(decimalOf(rules.consolidationLimit)))
    findings.push(finding(['consolidate'], 'consolidation_limit', { limit: rules.consolidationLimit }))
}

/** The sale code of a consolidated document: its period and number (contract 10). */
const codeOfMany = /^C\d{6}(\d{2})?-\d{3,}$/
/** The description of a line that stands for receipts (myinvois 6.6). */
const ofReceipts = /^Receipts? \S/

/**
 * A consolidated e-invoice of another gateway. Its taxes and rounding are sums, but its total must be exact. All of
 * these fields must fit, so that a till cannot avoid the checks by the name of its shift.
 */
const isOfMany = ({ shiftCode, saleCode, billingPeriod, buyer, supplier, lines }: Sale): boolean =>
  shiftCode === shiftCodeOfConsolidated &&
  codeOfMany.test(saleCode) &&
  billingPeriod !== undefined &&
  [buyer, supplier].some((party) => party && needsConsolidatedClass(party)) &&
  lines.every(({ description }) => ofReceipts.test(description))

type CodePlace = readonly [list: CodeListId, steps: readonly string[]]

const placesOf = (places: readonly (readonly [CodeListId, string])[]): readonly CodePlace[] =>
  places.map(([list, place]) => [list, place.split('/')])

/** Where codes are in a sale; a country before its state. A star stands for each item. */
const inSale = placesOf([
  ['currency', 'currencyCode'],
  ['payment_method', 'paymentMethod'],
  ['payment_method', 'payments/*/method'],
  ['country', 'buyer/address/countryCode'],
  ['state', 'buyer/address/stateCode'],
  ['country', 'supplier/address/countryCode'],
  ['state', 'supplier/address/stateCode'],
  ['country', 'shipping/address/countryCode'],
  ['state', 'shipping/address/stateCode'],
  ['msic', 'supplier/msicCode'],
  ['unit', 'lines/*/unitCode'],
  ['country', 'lines/*/originCountry'],
  ['classification', 'lines/*/classificationCodes/*'],
  ['tax_type', 'lines/*/taxes/*/taxType'],
  ['unit', 'lines/*/taxes/*/unitCode'],
  ['tax_type', 'charges/*/taxes/*/taxType'],
  ['unit', 'charges/*/taxes/*/unitCode'],
])
const inCompany = placesOf([
  ['country', 'address/countryCode'],
  ['state', 'address/stateCode'],
  ['msic', 'msicCode'],
])
const inBody = inSale.map(([list, steps]): CodePlace => [list, steps.map(upperSnakeNameOf)])

export const companyCodeFindings = (company: Supplier, codes: CodeLookup) => codeFindings(company, inCompany, codes)

/** For a body that may have other faults. Values that are no texts are skipped. */
export const bodyCodeFindings = (body: unknown, codes: CodeLookup) => codeFindings(body, inBody, codes)

/** @param owner the object or list that has the code, under the last step of the path */
type MeetCode = (list: CodeListId, code: string, path: readonly (string | number)[], owner: unknown) => void

export const forEachCodeInBody = (body: unknown, meet: MeetCode) => eachCode(body, inBody, meet)

/** A code must be in its list today; nothing is replaced by a default (interface 4.1). */
function codeFindings(whole: unknown, places: readonly CodePlace[], codes: CodeLookup): readonly Finding[] {
  const findings: Finding[] = []
  eachCode(whole, places, (list, code, path) => {
    const answer = codes(list, code)
    if (answer !== 'current') findings.push(finding([...path], `${answer}_code`, { code, list }))
  })
  return findings
}

function eachCode(whole: unknown, places: readonly CodePlace[], meet: MeetCode): void {
  // One path, changed in place: a new one for every correct code would be most of the work.
  const path: (string | number)[] = []
  for (const place of places) visit(place, whole, undefined)

  function visit(place: CodePlace, value: unknown, owner: unknown): void {
    const [list, steps] = place
    const step = steps[path.length]
    if (step === undefined) met(list, value, owner)
    else if (step !== '*') enter(place, step, value)
    else if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) enter(place, at, value)
  }

  function enter(place: CodePlace, key: string | number, value: unknown): void {
    const member = memberOf(value, key)
    if (member === undefined) return
    path.push(key)
    visit(place, member, value)
    path.pop()
  }

  function met(list: CodeListId, code: unknown, owner: unknown): void {
    if (typeof code !== 'string') return
    // A foreign state may be a name (myinvois 6.2).
    if (list === 'state' && isAbroad(owner) && !/^\d+$/.test(code)) return
    meet(list, code, path, owner)
  }
}

const isAbroad = (address: unknown): boolean =>
  (memberOf(address, 'countryCode') ?? memberOf(address, 'COUNTRY_CODE')) !== 'MYS'

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined
