import { z } from 'zod'
import { isGeneralTin, plainIdNumber, plainTin, tinFault } from '../../document/party.ts'
import { idTypes } from '../../document/sale.ts'
import { amount } from './amount.ts'
import { answer, ask, code, keyText, says, sibling, text } from './text.ts'

/** One of the authority's, in any case. */
const idType = z
  .string()
  .toUpperCase()
  .pipe(z.enum(idTypes, says('not_listed')))
  .meta({ enum: [...idTypes], description: 'In any case' })

const tin = keyText(14).overwrite(plainTin)
const idNumber = keyText(20)

/** An identity number without the dashes that stand on the card. */
export const withPlainNumber = <Named extends SomeNumber>(party: Named): Named => {
  const { ID_TYPE: type, ID_NUMBER: number } = party
  return type == null || number == null ? party : { ...party, ID_NUMBER: plainIdNumber(type, number) }
}

interface SomeNumber {
  readonly ID_TYPE?: string | null | undefined
  readonly ID_NUMBER?: string | null | undefined
}

const withPlainAsked = <Asked extends { readonly customer_idtype: string; readonly customer_idnum: string }>(
  asked: Asked,
): Asked => ({ ...asked, customer_idnum: plainIdNumber(asked.customer_idtype, asked.customer_idnum) })

export const tinValidationAsk = z
  .strictObject({ customer_tin: tin, customer_idtype: idType, customer_idnum: idNumber })
  .overwrite(withPlainAsked)
  .meta({ id: 'TinValidationAsk' })

/** An error text in `response_msg` is a failure even though the request succeeded (interface 4.1). */
export const tinValidation = answer('TinValidation', {
  response_msg: z.string(),
  valid: z.boolean().describe('Whether the three name the same taxpayer'),
  cached: z.boolean().describe('Remembered from an earlier answer; the authority was not asked'),
  verified_at: z.iso.datetime({ precision: 3 }).nullable().describe('When the authority said so'),
})

export const tinSearchQuery = z.object({ customer_idtype: idType, customer_idnum: idNumber })

export const tinSearch = answer('TinSearch', {
  customer_tin: z.string(),
  customer_idtype: z.string().describe('NRIC, PASSPORT, BRN or ARMY'),
  customer_idnum: z.string(),
})

const phone = z
  .string()
  .regex(/^(NA|(?=.{8,20}$)\+?\d+)$/, says('bad_phone'))
  .describe('8 to 20 characters: digits, with + in front where wanted; NA where there is none')

/** One address, as much of RFC 5321 as anybody uses: the part before the @ has 64 characters at most. */
const email = z
  .string()
  .max(320, says('too_long'))
  .regex(/^[^\s@,;<>()[\]\\"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/, says('bad_email'))
  .meta({ format: 'email' })

const address = ask('Address', {
  LINES: z.array(text(150)).min(1, says('required')).max(3, says('too_many')),
  CITY: text(50),
  POSTCODE: text(50).nullish(),
  STATE_CODE: text(50),
  COUNTRY_CODE: code,
})

const partyFields = {
  NAME: text(300),
  TIN: z
    .string()
    .overwrite(plainTin)
    .check(({ value, issues }) => {
      const fault = tinFault(value)
      if (fault) issues.push({ code: 'custom', message: fault, input: value })
    }),
  ID_TYPE: idType,
  ID_NUMBER: text(20),
  PHONE: phone,
  ADDRESS: address,
  SST_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,35}(;[A-Za-z0-9-]{1,35})?$/, says('bad_registration_number'))
    .max(35, says('too_long'))
    .nullish(),
  TOURISM_TAX_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,17}$/, says('bad_registration_number'))
    .nullish(),
  EMAIL: email.nullish(),
}

const businessFields = { MSIC_CODE: code, BUSINESS_ACTIVITY: text(300) }

export const party = z
  .strictObject({ ...partyFields, MSIC_CODE: sibling, BUSINESS_ACTIVITY: sibling })
  .overwrite(withPlainNumber)
  .meta({ id: 'Party' })
export const supplier = z
  .strictObject({ ...partyFields, ...businessFields })
  .overwrite(withPlainNumber)
  .meta({ id: 'Supplier' })

/** Who receives goods: a name and an address are enough (myinvois 13). */
export const recipient = z
  .strictObject({
    ...partyFields,
    TIN: partyFields.TIN.nullish(),
    ID_TYPE: partyFields.ID_TYPE.nullish(),
    ID_NUMBER: partyFields.ID_NUMBER.nullish(),
    PHONE: phone.nullish(),
    FREIGHT: z
      .strictObject({ AMOUNT: amount, REASON: text(300).nullish(), REFERENCE: text(50).nullish() })
      .meta({ id: 'Freight', description: 'What the transport costs, told beside the document: no part of its totals' })
      .nullish(),
    MSIC_CODE: sibling,
    BUSINESS_ACTIVITY: sibling,
  })
  .overwrite(withPlainNumber)
  .meta({ id: 'Recipient' })

/** What a company must tell of itself: it is one taxpayer, has an activity and can be called. */
export const companyFields = {
  ...partyFields,
  TIN: partyFields.TIN.refine((given) => !isGeneralTin(given), says('general_tin_not_own')),
  PHONE: phone.refine((number) => number !== 'NA', says('bad_phone')),
  ...businessFields,
}
