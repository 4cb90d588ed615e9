import { z } from 'zod'
import { idTypes } from '../../document/sale.ts'
import { keyText, says } from './text.ts'

const idType = z.enum(idTypes, says('not_listed'))
const tin = keyText(14)
const idNumber = keyText(20)

export const tinValidationAsk = z
  .strictObject({ customer_tin: tin, customer_idtype: idType, customer_idnum: idNumber })
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
