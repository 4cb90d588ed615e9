import { Big } from 'big.js'
import { mostFutureMs } from '../domain/clock-skew.ts'
import type { ConsolidationRules } from '../domain/consolidation-rules.ts'
import type { Family, Instant, Kind } from '../domain/record.ts'
import { type CheckedLine, settleAmounts, type Totals } from './arithmetic.ts'
import { checkCodes } from './check-codes.ts'
import { checkParty, checkPhone, checkSide, needsConsolidatedClass } from './check-party.ts'
import type { CodeBook } from './codes.ts'
import { type Finding, finding } from './finding.ts'
import { isOfMany } from './of-many.ts'
import type { Sale } from './sale.ts'

/** A sale that may become a document: codes known, amounts settled. */
export interface CheckedSale extends Sale {
  readonly lines: readonly CheckedLine[]
  readonly settledTotals: Totals
}

/** What one company allows (settings). */
export interface CompanyRules {
  /** Above this many ringgit a sale needs an e-invoice of its own; null where the company switched the rule off. */
  readonly consolidationLimit: string | null
  readonly mayConsolidateSelfBilled: boolean
  /** How it consolidates; as most do where nothing is set. */
  readonly consolidation?: ConsolidationRules
}

export interface CheckContext {
  readonly kind: Kind
  readonly family: Family
  readonly now: Instant
  readonly codes: CodeBook
  readonly rules: CompanyRules
}

export type Checked =
  | { readonly ok: true; readonly sale: CheckedSale }
  | { readonly ok: false; readonly findings: Finding[] }

/** The class of every line of a consolidated document (myinvois 6.6). */
export const consolidatedClass = '004'

/** Everything about a sale that can be judged without looking at other records (contract 5). */
export function checkSale(sale: Sale, context: CheckContext): Checked {
  const findings: Finding[] = []
  if (sale.issuedAt > context.now + mostFutureMs) findings.push(finding(['issuedAt'], 'in_future'))
  checkParties(sale, context, findings)
  checkFields(sale, findings)
  checkTaxes(sale, findings)
  checkCodes(sale, context.codes, findings)
  const { lines, totals } = settled(sale, findings)
  if (sale.consolidate) checkConsolidation(sale, totals, context, findings)
  return findings.length > 0 ? { ok: false, findings } : { ok: true, sale: { ...sale, lines, settledTotals: totals } }
}

/** What one receipt may be rounded by, to the coins there are. */
const mostRounding = new Big('0.99')

function settled(sale: Sale, findings: Finding[]) {
  const found: Finding[] = []
  const amounts = settleAmounts(sale, found)
  const isSum = isOfMany(sale)
  findings.push(...found.filter(({ code, path }) => !(isSum && code === 'amount_differs' && path.includes('taxes'))))
  if (!isSum && sale.roundingAmount?.abs().gt(mostRounding)) findings.push(finding(['roundingAmount'], 'out_of_range'))
  return amounts
}

function checkParties(sale: Sale, { family, kind }: CheckContext, findings: Finding[]): void {
  // Whether a note may do without a buyer depends on its originals, which are looked up later.
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
  if (sale.shipping) checkParty(sale.shipping, ['shipping'], findings)
  const isOfNobody = [sale.buyer, sale.supplier].some((party) => party && needsConsolidatedClass(party))
  // What joins the consolidated document gets that class there.
  if (isOfNobody && !sale.consolidate)
    sale.lines.forEach((line, at) => {
      if (line.classificationCodes.some((code) => code !== consolidatedClass))
        findings.push(finding(['lines', at, 'classificationCodes'], 'general_tin_needs_consolidated_class'))
    })
}

function checkFields(sale: Sale, findings: Finding[]): void {
  const isForeign = sale.currencyCode !== undefined && sale.currencyCode !== 'MYR'
  if (isForeign && !sale.exchangeRate) findings.push(finding(['exchangeRate'], 'rate_required'))
  if (sale.paymentMethod !== undefined && sale.payments) findings.push(finding(['payments'], 'one_of_two'))
  const { from, to } = sale.billingPeriod ?? {}
  if (from !== undefined && to !== undefined && from > to)
    findings.push(finding(['billingPeriod', 'to'], 'period_reversed'))
}

function checkTaxes(sale: Sale, findings: Finding[]): void {
  sale.lines.forEach((line, at) => {
    line.taxes.forEach((tax, index) => {
      const path = ['lines', at, 'taxes', index]
      if (tax.taxType === 'E' && tax.exemptionReason === undefined)
        findings.push(finding([...path, 'exemptionReason'], 'exemption_reason_required'))
      if (tax.rate && tax.perUnitAmount) findings.push(finding([...path, 'perUnitAmount'], 'one_of_two'))
      const isRateless = !tax.rate && !tax.perUnitAmount && !['06', 'E'].includes(tax.taxType)
      if (isRateless) findings.push(finding([...path, 'rate'], 'tax_rate_required'))
      if (!tax.perUnitAmount) return
      if (!tax.quantity) findings.push(finding([...path, 'quantity'], 'required'))
      if (tax.unitCode === undefined) findings.push(finding([...path, 'unitCode'], 'required'))
    })
  })
}

function checkConsolidation(sale: Sale, totals: Totals, { family, rules }: CheckContext, findings: Finding[]): void {
  if (family === 'self_billed' && !rules.mayConsolidateSelfBilled)
    findings.push(finding(['consolidate'], 'consolidation_not_allowed'))
  if (rules.consolidationLimit === null) return
  const { totalExcludingTax, totalIncludingTax } = totals
  const counted = rules.consolidation?.isLimitBeforeTax ? totalExcludingTax : totalIncludingTax
  const inRinggit = counted.times(sale.exchangeRate ?? 1)
  if (inRinggit.gt(new Big(rules.consolidationLimit)))
    findings.push(finding(['consolidate'], 'consolidation_limit', { limit: rules.consolidationLimit }))
}
