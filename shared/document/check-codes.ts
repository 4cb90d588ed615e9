import type { CodeBook, CodeList } from './codes.ts'
import { type Finding, finding } from './finding.ts'
import type { Supplier } from './party.ts'
import type { Sale } from './sale.ts'

type Place = readonly [list: CodeList, steps: readonly string[]]

const placesOf = (places: readonly (readonly [CodeList, string])[]): readonly Place[] =>
  places.map(([list, place]) => [list, place.split('/')])

/** Where codes stand in a sale; a star is each item of a list. */
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

/** Every code must stand in its list today; nothing is replaced by a default (interface 4.1). */
export const checkCodes = (sale: Sale, codeBook: CodeBook, findings: Finding[]): void =>
  checkPlaces(sale, inSale, { codeBook, findings, nameOf: (field) => field })

/** The codes a company is set up with. */
export const checkCompanyCodes = (company: Supplier, codeBook: CodeBook, findings: Finding[]): void =>
  checkPlaces(company, inCompany, { codeBook, findings, nameOf: (field) => field })

interface Checking {
  readonly codeBook: CodeBook
  readonly findings: Finding[]
  /** What the body calls a field. */
  readonly nameOf: (field: string) => string
}

/** The same in a body that may have other faults: a value that is no text has none of these. */
export const checkCodesOfBody = (body: unknown, checking: Checking): void => checkPlaces(body, inSale, checking)

function checkPlaces(whole: unknown, places: readonly Place[], { codeBook, findings, nameOf }: Checking): void {
  // A path of its own for every code that is right would be most of the work; so would a function for each step.
  const path: (string | number)[] = []
  for (const place of places) visit(place, whole, undefined)

  function visit(place: Place, value: unknown, owner: unknown): void {
    const [list, steps] = place
    const step = steps[path.length]
    if (step === undefined) check(list, value, owner)
    else if (step !== '*') enter(place, nameOf(step), value)
    else if (Array.isArray(value)) for (let at = 0; at < value.length; at += 1) enter(place, at, value)
  }

  function enter(place: Place, key: string | number, value: unknown): void {
    const member = memberOf(value, key)
    if (member === undefined) return
    path.push(key)
    visit(place, member, value)
    path.pop()
  }

  function check(list: CodeList, code: unknown, owner: unknown): void {
    if (typeof code !== 'string') return
    // Abroad, a state may be given by name (myinvois 6.2).
    if (list === 'state' && memberOf(owner, nameOf('countryCode')) !== 'MYS' && !/^\d+$/.test(code)) return
    const answer = codeBook(list, code)
    if (answer !== 'current') findings.push(finding([...path], `${answer}_code`, { code, list }))
  }
}

const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string | number, unknown>>)[key] : undefined
