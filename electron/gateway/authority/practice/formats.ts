/** The authority's message, and its code if it is known (myinvois 4). */
type Demand = readonly [holds: (value: string) => boolean, message: string, code?: string]

const like = (pattern: RegExp) => (value: string) => pattern.test(value)

/** The first demand that fails is reported (myinvois 6.2, 9). */
const formats = {
  date: [[isDate, 'must be a date, YYYY-MM-DD']],
  time: [[like(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/), 'must be a time in UTC, HH:MM:SSZ']],
  phone: [
    [like(/^\+?\d*$/), 'Enter a valid phone number: digits only, with an optional leading +', 'CF364'],
    [like(/^.{8,20}$/), 'Enter a phone number of 8 to 20 characters', 'CF366'],
  ],
  email: [[isEmail, 'Enter a valid e-mail address', 'CF403']],
  msic: [[like(/^\d{5}$/), 'must be of five digits']],
  documentType: [[like(/^[01][1-4]$/), 'is not a type of document']],
  uuidOrNa: [[like(/^(?:NA|[A-Z0-9]{26})$/), 'must be the UUID of a document, or NA']],
  taxScheme: [[like(/^OTH$/), 'must be OTH']],
} as const satisfies Readonly<Record<string, readonly Demand[]>>

export type Format = keyof typeof formats

export const brokenRule = (format: Format, value: string): Demand | undefined =>
  (formats[format] as readonly Demand[]).find(([holds]) => !holds(value))

/** RFC 5321: atoms between dots, an @, and the labels of a host name. */
function isEmail(value: string): boolean {
  const [local = '', host = '', ...more] = value.split('@')
  return (
    more.length === 0 &&
    /^.{1,64}$/.test(local) &&
    local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) &&
    host.length <= 255 &&
    host.includes('.') &&
    host.split('.').every((label) => /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(label))
  )
}

function isDate(value: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return instant > 0 && new Date(instant).toISOString().startsWith(value)
}

/** `NA` is allowed for every number but the TIN (myinvois 9). */
const numberPatterns: Readonly<Record<string, RegExp>> = {
  TIN: /^.{1,14}$/,
  NRIC: /^\d{12}$/,
  PASSPORT: /^[A-Za-z0-9]{1,12}$/,
  BRN: /^.{1,20}$/,
  ARMY: /^[A-Za-z0-9]{1,12}$/,
  // At most two numbers, with a semicolon between.
  SST: /^(?=.{1,35}$)[A-Za-z0-9-]+(?:;[A-Za-z0-9-]+)?$/,
  TTX: /^[A-Za-z0-9-]{1,17}$/,
}

export const isIdNumber = (scheme: string, number: string): boolean =>
  (number === 'NA' && scheme !== 'TIN') || (numberPatterns[scheme]?.test(number) ?? false)
