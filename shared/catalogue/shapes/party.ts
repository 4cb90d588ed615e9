import { z } from 'zod'
import { idTypes } from '../../document/sale.ts'
import { isTin } from '../../document/tin.ts'
import { code, says, text } from './text.ts'

const phone = z
  .string()
  .refine((value) => value === 'NA' || /^\+?\d{7,19}$/.test(value), says('bad_phone'))
  .refine((value) => value === 'NA' || value.length >= 8, says('bad_phone'))
  .meta({ description: '8 to 20 characters: digits, with + in front where wanted; NA where there is none' })

const email = z
  .string()
  .max(320, says('too_long'))
  .refine((value) => /^[^\s@,;<>()[\]\\"]+@[^\s@,;<>()[\]\\"]+\.[^\s@,;<>()[\]\\".]+$/.test(value), says('bad_email'))
  .meta({ format: 'email' })

const address = z
  .strictObject({
    LINES: z.array(text(150)).min(1, says('required')).max(3, says('too_many')),
    CITY: text(50),
    POSTCODE: text(50).nullish(),
    STATE_CODE: text(50),
    COUNTRY_CODE: code,
  })
  .meta({ id: 'Address' })

const partyFields = {
  NAME: text(300),
  TIN: z.string().refine(isTin, says('bad_tin')),
  ID_TYPE: z.enum(idTypes, says('not_listed')),
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

export const party = z.strictObject(partyFields).meta({ id: 'Party' })
export const supplier = z.strictObject({ ...partyFields, ...businessFields }).meta({ id: 'Supplier' })

/** What a company must tell of itself: it is a party that has an activity. */
export const companyFields = { ...partyFields, ...businessFields }
