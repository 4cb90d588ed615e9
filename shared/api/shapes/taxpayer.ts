import { z } from 'zod'
import { idTypes } from '../../document/sale.ts'
import { plainIdNumber, plainTin } from '../../document/tin.ts'
import { keyText, says } from './text.ts'

/** One of the authority's, in any case. */
export const idType = z
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
export const tinValidation = z
  .object({
    response_msg: z.string(),
    valid: z.boolean(),
    cached: z.boolean(),
    verified_at: z.iso.datetime({ precision: 3 }).nullable(),
  })
  .meta({ id: 'TinValidation' })

export const tinSearchQuery = z.object({ customer_idtype: idType, customer_idnum: idNumber })

export const tinSearch = z
  .object({ customer_tin: z.string(), customer_idtype: z.string(), customer_idnum: z.string() })
  .meta({ id: 'TinSearch' })
