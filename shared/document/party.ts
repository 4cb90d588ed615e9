import { z } from 'zod'
import { amountSchema } from './amount.ts'
import { absentSchema, ask, codeSchema, type DomainNames, faultOfText, text, toDomainNames, toError } from './fields.ts'
import { type Finding, type FindingCode, finding } from './finding.ts'

/** TINs for parties without one of their own (myinvois 6.7). */
export const generalTins = {
  generalPublic: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => tin.startsWith('EI')

const ownTin = /^(IG|C|CS|D|F|FA|PT|TA|TC|TN|TR|TP|J|LE)\d+$/
const generals: readonly string[] = Object.values(generalTins)

/**
 * A known prefix and digits, at most 14 characters, or a general TIN (myinvois 6.7, 9). Companies' TINs end in 0, but
 * not in all of the authority's examples, so that is not checked.
 */
export const isTin = (tin: string): boolean => tinFault(tin) === null

/** After the letters the authority drops zeros, except for a person (myinvois 9). */
const withLeadingZero = /^(?!IG)[A-Z]+0/

function tinFault(tin: string): 'bad_tin' | 'tin_leading_zero' | 'tin_old_prefix' | null {
  if (generals.includes(tin)) return null
  if (/^[OS]G\d/.test(tin)) return 'tin_old_prefix'
  if (!ownTin.test(tin)) return 'bad_tin'
  if (withLeadingZero.test(tin)) return 'tin_leading_zero'
  return tin.length <= 14 ? null : 'bad_tin'
}

/** The authority has capitals without spaces; people type both. */
export const normalizeTin = (tin: string): string => tin.replaceAll(/\s/g, '').toUpperCase()

/** Digits in groups become one number. Other texts stay as they are. */
const joinDigits = (typed: string): string => (/^[\d ]+$/.test(typed) ? typed.replaceAll(' ', '') : typed)

/** @param idType in capitals */
export const normalizeIdNumber = (idType: string, idNumber: string): string =>
  idType === 'BRN' ? joinDigits(idNumber) : idNumber.replaceAll(/[- ]/g, '')

/** What the authority takes from a party without such a number (myinvois 6.5, 6.7). */
const noNumber = ['NA', '000000000000']

const idNumberForms: Record<Party['idType'], RegExp> = {
  NRIC: /^\d{12}$/,
  PASSPORT: /^[A-Za-z0-9]{1,12}$/,
  ARMY: /^[A-Za-z0-9]{1,12}$/,
  BRN: /^[A-Za-z0-9][A-Za-z0-9 /.-]{0,19}$/,
}

/** Companies print the new number followed by the old one. The authority has only the new one (myinvois 9). */
const bothNumbers = /^\d{12}\s*\([\dA-Za-z-]+\)$/

export const idTypes = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const

export const idTypeRequestSchema = z
  .string()
  .toUpperCase()
  .pipe(z.enum(idTypes, toError('not_listed')))
  .meta({ enum: [...idTypes], description: 'In any case' })

export const normalizePartyId = <Named extends SomeNumber>(party: Named): Named => {
  const { ID_TYPE: type, ID_NUMBER: number } = party
  return type == null || number == null ? party : { ...party, ID_NUMBER: normalizeIdNumber(type, number) }
}

interface SomeNumber {
  readonly ID_TYPE?: string | null | undefined
  readonly ID_NUMBER?: string | null | undefined
}

export const normalizePhone = (phone: string): string => phone.replaceAll(/[\s()\u2010-\u2015-]/g, '')

const phoneAsk = z
  .string()
  .overwrite(normalizePhone)
  .regex(/^(NA|(?=.{8,20}$)\+?\d+)$/, toError('bad_phone'))
  .describe(
    '8 to 20 characters: digits, with + in front where wanted; NA where there is none. Spaces, hyphens and brackets are dropped',
  )

/** An address of RFC 5321 without quotes and address literals. */
export const emailSchema = z
  .string()
  .trim()
  .max(320, { ...toError('too_long'), abort: true })
  .regex(
    /^(?=.{1,64}@.{1,255}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
    toError('bad_email'),
  )
  .meta({ format: 'email' })

export const postcodeSchema = text(50).overwrite(joinDigits)

const addressAsk = ask('Address', {
  LINES: z.array(text(150)).min(1, toError('required')).max(3, toError('too_many')),
  CITY: text(50),
  POSTCODE: postcodeSchema.nullish(),
  STATE_CODE: text(50),
  COUNTRY_CODE: codeSchema,
})

const partyFields = {
  NAME: text(300),
  TIN: z
    .string()
    .overwrite(normalizeTin)
    .check(({ value, issues }) => {
      const fault = tinFault(value)
      if (fault) issues.push({ code: 'custom', message: fault, input: value })
    }),
  ID_TYPE: idTypeRequestSchema,
  ID_NUMBER: text(20, (value, most) => (bothNumbers.test(value) ? 'both_numbers' : faultOfText(value, most))),
  PHONE: phoneAsk,
  ADDRESS: addressAsk,
  SST_NUMBER: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,35}(;[A-Za-z0-9-]{1,35})?$/, toError('bad_registration_number'))
    .max(35, toError('too_long'))
    .nullish(),
  TOURISM_TAX_NUMBER: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9-]{1,17}$/, toError('bad_registration_number'))
    .nullish(),
  EMAIL: emailSchema.nullish(),
}

const businessFields = { MSIC_CODE: codeSchema, BUSINESS_ACTIVITY: text(300) }

export const partyRequestSchema = z
  .strictObject({ ...partyFields, MSIC_CODE: absentSchema, BUSINESS_ACTIVITY: absentSchema })
  .overwrite(normalizePartyId)
  .meta({ id: 'Party' })
export const supplierRequestSchema = z
  .strictObject({ ...partyFields, ...businessFields })
  .overwrite(normalizePartyId)
  .meta({ id: 'Supplier' })

/** A receiver of goods needs only a name and an address (myinvois 13). */
export const recipientRequestSchema = z
  .strictObject({
    ...partyFields,
    TIN: partyFields.TIN.nullish(),
    ID_TYPE: partyFields.ID_TYPE.nullish(),
    ID_NUMBER: partyFields.ID_NUMBER.nullish(),
    PHONE: phoneAsk.nullish(),
    FREIGHT: z
      .strictObject({ AMOUNT: amountSchema, REASON: text(300).nullish(), REFERENCE: text(50).nullish() })
      .meta({ id: 'Freight', description: 'What the transport costs, told beside the document: no part of its totals' })
      .nullish(),
    MSIC_CODE: absentSchema,
    BUSINESS_ACTIVITY: absentSchema,
  })
  .overwrite(normalizePartyId)
  .meta({ id: 'Recipient' })

/** Of a company's own TIN. A shorter one was typed in part; the authority names no least length. */
const leastTinLength = 8

/** A company has one TIN, an activity and a telephone. */
export const companyFields = {
  ...partyFields,
  TIN: partyFields.TIN.refine((given) => !isGeneralTin(given), toError('general_tin_not_own')).refine(
    (given) => given.length >= leastTinLength,
    toError('bad_tin'),
  ),
  PHONE: phoneAsk.refine((number) => number !== 'NA', toError('bad_phone')),
  ...businessFields,
}

export type Party = DomainNames<z.output<z.ZodObject<typeof partyFields>>>
export type Supplier = DomainNames<z.output<typeof supplierRequestSchema>>
export type ShippingRecipient = DomainNames<z.output<typeof recipientRequestSchema>>

/** The other party of consolidated e-invoices, and of notes on them, as the wire names it (myinvois 6.6). */
export const generalPublicOnWire = {
  NAME: 'General Public',
  TIN: generalTins.generalPublic,
  ID_TYPE: 'BRN',
  ID_NUMBER: 'NA',
  PHONE: 'NA',
  ADDRESS: { LINES: ['NA'], CITY: 'NA', STATE_CODE: '17', COUNTRY_CODE: 'MYS' },
} as const

export const generalPublic: Party = toDomainNames(generalPublicOnWire)

/** Rules across fields (myinvois 6.2, 6.7, 9). */
export function checkParty(party: Party, path: Finding['path'], findings: Finding[]): void {
  checkNumbers(party, path, findings)
  checkAddress(party.address, { path, mayBeNowhere: needsConsolidatedClass(party) }, findings)
}

type Numbers = Pick<Party, 'tin' | 'idType' | 'idNumber'>

function checkNumbers({ tin, idType, idNumber }: Numbers, path: Finding['path'], findings: Finding[]): void {
  checkNumber({ idType, idNumber }, path, findings)
  // ERR237: this TIN is for people who have only a Malaysian identity card.
  const hasIdentityCard = idType === 'NRIC' || idType === 'ARMY'
  if (tin === generalTins.generalPublic && !hasIdentityCard && idNumber !== 'NA')
    findings.push(finding([...path, 'tin'], 'general_tin_not_individual'))
}

/** A number needs its type. */
export function checkRecipient(recipient: ShippingRecipient, findings: Finding[]): void {
  const path = ['shipping']
  const { tin, idType, idNumber, address } = recipient
  if (idType !== undefined && idNumber === undefined) findings.push(finding([...path, 'idNumber'], 'required'))
  if (idNumber !== undefined && idType === undefined) findings.push(finding([...path, 'idType'], 'required'))
  if (idType !== undefined && idNumber !== undefined) {
    if (tin === undefined) checkNumber({ idType, idNumber }, path, findings)
    else checkNumbers({ tin, idType, idNumber }, path, findings)
  }
  checkAddress(address, { path, mayBeNowhere: false }, findings)
}

function checkNumber(
  { idType, idNumber }: Pick<Party, 'idType' | 'idNumber'>,
  path: Finding['path'],
  findings: Finding[],
) {
  if (!noNumber.includes(idNumber) && !idNumberForms[idType].test(idNumber))
    findings.push(finding([...path, 'idNumber'], 'bad_id_number', { type: idType }))
}

interface AddressPlace {
  readonly path: Finding['path']
  readonly mayBeNowhere: boolean
}

function checkAddress(address: Party['address'], { path, mayBeNowhere }: AddressPlace, findings: Finding[]): void {
  if (address.countryCode !== 'MYS') return
  if (address.postcode !== undefined && !/^\d{1,5}$/.test(address.postcode))
    findings.push(finding([...path, 'address', 'postcode'], 'bad_postcode'))
  if (address.stateCode === '17' && !mayBeNowhere)
    findings.push(finding([...path, 'address', 'stateCode'], 'state_not_allowed'))
}

/** Only the general public has no telephone (myinvois 6.2, 6.6). */
export function checkPhone(party: Party, path: Finding['path'], findings: Finding[]): void {
  if (party.phone === 'NA' && !needsConsolidatedClass(party)) findings.push(finding([...path, 'phone'], 'bad_phone'))
}

/** General TINs that belong to the other side (myinvois 6.5, 6.7). */
const ofOtherSide = {
  buyer: { tin: generalTins.foreignSupplier, code: 'general_tin_not_buyer' },
  supplier: { tin: generalTins.foreignBuyer, code: 'general_tin_not_supplier' },
} as const satisfies Readonly<Record<string, { readonly tin: string; readonly code: FindingCode }>>

/**
 * A general TIN on the wrong side. The authority would accept such a document and find it invalid later (ERR405,
 * ERR406).
 */
export function checkSide(party: Party, side: keyof typeof ofOtherSide, findings: Finding[]): void {
  const refused = ofOtherSide[side]
  if (party.tin === refused.tin) findings.push(finding([side, 'tin'], refused.code))
}

/** With this TIN all lines need class 004 (ERR236). */
export const needsConsolidatedClass = (party: Party): boolean =>
  party.tin === generalTins.generalPublic && noNumber.includes(party.idNumber)

export function arePartiesDifferent(named: Party | undefined, was: Party | undefined): boolean {
  if (!named) return was !== undefined
  if (!was || named.tin !== was.tin) return true
  // With a shared TIN only the number tells parties apart.
  return isGeneralTin(named.tin) && named.idNumber !== was.idNumber
}
