import type { CodeBook, CodeList } from './codes.ts'
import { type Finding, finding } from './finding.ts'
import type { Address, Sale, Supplier, Tax } from './sale.ts'

/** Every code must stand in its list today; nothing is replaced by a default (interface 4.1). */
export function checkCodes(sale: Sale, standing: CodeBook, findings: Finding[]): void {
  const check = codeCheck(standing, findings)
  check('currency', sale.currencyCode, ['currencyCode'])
  check('payment_method', sale.paymentMethod, ['paymentMethod'])
  sale.payments?.forEach((payment, index) => check('payment_method', payment.method, ['payments', index, 'method']))
  checkAddress(check, sale.buyer?.address, ['buyer', 'address'])
  checkAddress(check, sale.supplier?.address, ['supplier', 'address'])
  checkAddress(check, sale.shipping?.address, ['shipping', 'address'])
  check('msic', sale.supplier?.msicCode, ['supplier', 'msicCode'])
  sale.lines.forEach((line, at) => {
    const path = ['lines', at]
    check('unit', line.unitCode, [...path, 'unitCode'])
    check('country', line.originCountry, [...path, 'originCountry'])
    line.classificationCodes.forEach((code, index) =>
      check('classification', code, [...path, 'classificationCodes', index]),
    )
    checkTaxCodes(check, line.taxes, path)
  })
  sale.charges?.forEach(({ taxes = [] }, at) => checkTaxCodes(check, taxes, ['charges', at]))
}

function checkTaxCodes(check: CodeCheck, taxes: readonly Tax[], path: Finding['path']): void {
  taxes.forEach((tax, index) => {
    check('tax_type', tax.taxType, [...path, 'taxes', index, 'taxType'])
    check('unit', tax.unitCode, [...path, 'taxes', index, 'unitCode'])
  })
}

/** The codes a company is set up with. */
export function checkCompanyCodes(company: Supplier, standing: CodeBook, findings: Finding[]): void {
  const check = codeCheck(standing, findings)
  checkAddress(check, company.address, ['address'])
  check('msic', company.msicCode, ['msicCode'])
}

type CodeCheck = (list: CodeList, code: string | undefined, path: Finding['path']) => void

const codeCheck =
  (standing: CodeBook, findings: Finding[]): CodeCheck =>
  (list, code, path) => {
    if (code === undefined) return
    const answer = standing(list, code)
    if (answer !== 'current') findings.push(finding(path, `${answer}_code`, { code, list }))
  }

function checkAddress(check: CodeCheck, address: Address | undefined, path: Finding['path']): void {
  if (!address) return
  check('country', address.countryCode, [...path, 'countryCode'])
  // Abroad, a state may be given by name (myinvois 6.2).
  const isNamed = address.countryCode !== 'MYS' && !/^\d+$/.test(address.stateCode)
  if (!isNamed) check('state', address.stateCode, [...path, 'stateCode'])
}
