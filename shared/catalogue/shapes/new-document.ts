import { z } from 'zod'
import { keyText } from './text.ts'

const text = z.string()

export const correction = z
  .object({
    version: z.int().min(1),
    body: z.record(z.string(), z.unknown()).meta({ description: 'As it was sent last, in full' }),
  })
  .meta({ id: 'Correction' })

export const scanAsk = z
  .strictObject({ code: keyText(200).meta({ description: 'What the scanner read: base64, or the GUID in it' }) })
  .meta({ id: 'ScanAsk' })

/** Who the code names, in the words of a party; what the authority does not know is null. */
export const scannedTaxpayer = z
  .object({
    NAME: text,
    TIN: text,
    ID_TYPE: text,
    ID_NUMBER: text,
    PHONE: text.nullable(),
    EMAIL: text.nullable(),
    SST_NUMBER: text.nullable(),
    ADDRESS: z.object({
      LINES: z.array(text),
      CITY: text.nullable(),
      POSTCODE: text.nullable(),
      STATE_NAME: text.nullable().meta({ description: 'By its name: the authority shows no code here' }),
      COUNTRY_CODE: text.nullable(),
    }),
    MSIC_CODE: text.nullable(),
    BUSINESS_ACTIVITY: text.nullable(),
  })
  .meta({ id: 'ScannedTaxpayer' })
