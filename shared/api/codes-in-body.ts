import { isStateCode } from '../document/check-codes.ts'
import type { CodeBook, CodeList } from '../document/codes.ts'
import type { FaultEntry } from './faults.ts'
import { wirePointer } from './names.ts'

/** Where codes stand in the body of a submission; a star is each item of a list. */
const places: readonly (readonly [CodeList, string])[] = [
  ['currency', 'CURRENCY_CODE'],
  ['payment_method', 'PAYMENT_METHOD'],
  ['payment_method', 'PAYMENTS/*/METHOD'],
  ['country', 'BUYER/ADDRESS/COUNTRY_CODE'],
  ['country', 'SUPPLIER/ADDRESS/COUNTRY_CODE'],
  ['country', 'SHIPPING/ADDRESS/COUNTRY_CODE'],
  ['msic', 'SUPPLIER/MSIC_CODE'],
  ['unit', 'LINES/*/UNIT_CODE'],
  ['country', 'LINES/*/ORIGIN_COUNTRY'],
  ['classification', 'LINES/*/CLASSIFICATION_CODES/*'],
  ['tax_type', 'LINES/*/TAXES/*/TAX_TYPE'],
  ['unit', 'LINES/*/TAXES/*/UNIT_CODE'],
  ['tax_type', 'CHARGES/*/TAXES/*/TAX_TYPE'],
  ['unit', 'CHARGES/*/TAXES/*/UNIT_CODE'],
]

/**
 * Codes that are not in their lists, in a body that no check can read because something else is wrong with it: whoever
 * integrates a till sees them with the rest.
 */
export function codeEntries(body: unknown, codeBook: CodeBook): FaultEntry[] {
  const given = places.flatMap(([list, place]) =>
    [...textsAt(body, place.split('/'))].map((found) => ({ list, ...found })),
  )
  return [...given, ...statesIn(body)].flatMap(({ list, path, code }) => {
    const answer = codeBook(list, code)
    return answer === 'current'
      ? []
      : [{ pointer: wirePointer(path), code: `${answer}_code` as const, values: { code, list } }]
  })
}

const parties = ['BUYER', 'SUPPLIER', 'SHIPPING']

function statesIn(body: unknown) {
  return parties.flatMap((party) => {
    const [country] = textsAt(body, [party, 'ADDRESS', 'COUNTRY_CODE'])
    return [...textsAt(body, [party, 'ADDRESS', 'STATE_CODE'])]
      .filter(({ code }) => isStateCode({ countryCode: country?.code ?? '', stateCode: code }))
      .map((found) => ({ list: 'state' as const, ...found }))
  })
}

interface Found {
  readonly path: readonly (string | number)[]
  readonly code: string
}

function* textsAt(value: unknown, steps: readonly string[], path: Found['path'] = []): Iterable<Found> {
  const [step, ...rest] = steps
  if (step === undefined) {
    if (typeof value === 'string') yield { path, code: value }
  } else if (step === '*') {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) yield* textsAt(item, rest, [...path, at])
  } else if (typeof value === 'object' && value !== null) {
    yield* textsAt((value as Readonly<Record<string, unknown>>)[step], rest, [...path, step])
  }
}
