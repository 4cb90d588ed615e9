import type { CodeBook, CodeList } from './codes.ts'
import { type Finding, finding } from './finding.ts'
import type { Address, Sale, Supplier, Tax } from './sale.ts'

/** Every code must stand in its list today; nothing is replaced by a default (interface 4.1). */
export function checkCodes(sale: Sale, codeBook: CodeBook, findings: Finding[]): void {
  const check = codeCheck(codeBook, findings)
  check('currency', sale.currencyCode, [], 'currencyCode')
  check('payment_method', sale.paymentMethod, [], 'paymentMethod')
  sale.payments?.forEach((payment, index) => check('payment_method', payment.method, ['payments', index], 'method'))
  checkAddress(check, sale.buyer?.address, ['buyer', 'address'])
  checkAddress(check, sale.supplier?.address, ['supplier', 'address'])
  checkAddress(check, sale.shipping?.address, ['shipping', 'address'])
  check('msic', sale.supplier?.msicCode, ['supplier'], 'msicCode')
  sale.lines.forEach((line, at) => {
    const path = ['lines', at]
    check('unit', line.unitCode, path, 'unitCode')
    check('country', line.originCountry, path, 'originCountry')
    const ofClasses = ['lines', at, 'classificationCodes']
    line.classificationCodes.forEach((code, index) => check('classification', code, ofClasses, index))
    line.taxes.forEach((tax, index) => checkTaxCodes(check, tax, ['lines', at, 'taxes', index]))
  })
  sale.charges?.forEach(({ taxes = [] }, at) => {
    taxes.forEach((tax, index) => checkTaxCodes(check, tax, ['charges', at, 'taxes', index]))
  })
}

function checkTaxCodes(check: CodeCheck, { taxType, unitCode }: Tax, path: Finding['path']): void {
  check('tax_type', taxType, path, 'taxType')
  check('unit', unitCode, path, 'unitCode')
}

/** The codes a company is set up with. */
export function checkCompanyCodes(company: Supplier, codeBook: CodeBook, findings: Finding[]): void {
  const check = codeCheck(codeBook, findings)
  checkAddress(check, company.address, ['address'])
  check('msic', company.msicCode, [], 'msicCode')
}

/** @param name of what is at the path: a path of its own for every code that is right would be most of the work */
type CodeCheck = (list: CodeList, code: string | undefined, path: Finding['path'], name: string | number) => void

const codeCheck =
  (codeBook: CodeBook, findings: Finding[]): CodeCheck =>
  (list, code, path, name) => {
    if (code === undefined) return
    const answer = codeBook(list, code)
    if (answer !== 'current') findings.push(finding([...path, name], `${answer}_code`, { code, list }))
  }

function checkAddress(check: CodeCheck, address: Address | undefined, path: Finding['path']): void {
  if (!address) return
  check('country', address.countryCode, path, 'countryCode')
  if (isStateCode(address)) check('state', address.stateCode, path, 'stateCode')
}

/** Abroad, a state may be given by name (myinvois 6.2). */
export const isStateCode = ({ countryCode, stateCode }: Pick<Address, 'countryCode' | 'stateCode'>): boolean =>
  countryCode === 'MYS' || /^\d+$/.test(stateCode)
