import type { CodeBook, CodeList } from './codes.ts'
import { type Finding, finding } from './finding.ts'
import type { Address, Sale } from './sale.ts'

/** Every code must stand in its list today; nothing is replaced by a default (interface 4.1). */
export function checkCodes(sale: Sale, standing: CodeBook, findings: Finding[]): void {
  const check = (list: CodeList, code: string | undefined, path: Finding['path']) => {
    if (code === undefined) return
    const answer = standing(list, code)
    if (answer !== 'current') findings.push(finding(path, `${answer}_code`, { code, list }))
  }
  const checkAddress = (address: Address | undefined, path: Finding['path']) => {
    if (!address) return
    check('country', address.countryCode, [...path, 'countryCode'])
    // Abroad, a state may be given by name (myinvois 6.2).
    const isNamed = address.countryCode !== 'MYS' && !/^\d+$/.test(address.stateCode)
    if (!isNamed) check('state', address.stateCode, [...path, 'stateCode'])
  }
  check('currency', sale.currencyCode, ['currencyCode'])
  check('payment_method', sale.paymentMethod, ['paymentMethod'])
  sale.payments?.forEach((payment, index) => check('payment_method', payment.method, ['payments', index, 'method']))
  checkAddress(sale.buyer?.address, ['buyer', 'address'])
  checkAddress(sale.supplier?.address, ['supplier', 'address'])
  checkAddress(sale.shipping?.address, ['shipping', 'address'])
  check('msic', sale.supplier?.msicCode, ['supplier', 'msicCode'])
  sale.lines.forEach((line, at) => {
    const path = ['lines', at]
    check('unit', line.unitCode, [...path, 'unitCode'])
    check('country', line.originCountry, [...path, 'originCountry'])
    line.classificationCodes.forEach((code, index) =>
      check('classification', code, [...path, 'classificationCodes', index]),
    )
    line.taxes.forEach((tax, index) => {
      check('tax_type', tax.taxType, [...path, 'taxes', index, 'taxType'])
      check('unit', tax.unitCode, [...path, 'taxes', index, 'unitCode'])
    })
  })
}
