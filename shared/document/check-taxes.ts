import { type Finding, finding } from './finding.ts'
import type { Sale, Tax } from './sale.ts'

/** Rules on the taxes of lines and of charges of the bill that their fields alone cannot show (myinvois 6.2). */
export function checkTaxes(sale: Sale, findings: Finding[]): void {
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

/** Where no tax applies there is none; a rate of nothing says so too. */
function checkNoTax(tax: Tax, path: Finding['path'], findings: Finding[]): void {
  for (const name of ['rate', 'perUnitAmount', 'amount'] as const)
    if (tax[name]?.gt(0)) findings.push(finding([...path, name], 'tax_not_applicable'))
}
