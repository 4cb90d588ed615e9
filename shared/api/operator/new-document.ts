import { z } from 'zod'
import type { OperatorRow } from '../axes.ts'
import { recordParams } from '../shapes/record.ts'
import { keyText } from '../shapes/text.ts'

const text = z.string()

export const correction = z
  .object({
    version: z.int().min(1),
    body: z.record(z.string(), z.unknown()).describe('As it was sent last, in full'),
  })
  .meta({ id: 'Correction' })

const scanAsk = z
  .strictObject({ code: keyText(200).describe('What the scanner read: base64, or the GUID in it') })
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
      STATE_NAME: text.nullable().describe('By its name: the authority shows no code here'),
      COUNTRY_CODE: text.nullable(),
    }),
    MSIC_CODE: text.nullable(),
    BUSINESS_ACTIVITY: text.nullable(),
  })
  .meta({ id: 'ScannedTaxpayer' })

/** What the form of a document asks beside the interface. */
export const newDocumentRows = {
  correction: {
    path: '/records/{guid}/correction',
    scope: 'submit',
    withinOutlets: 'theirs',
    summary: 'A refused record as it was sent, to be corrected and submitted again',
    params: recordParams,
    answers: { 200: correction },
    faults: ['record_not_found', 'correction_denied_status', 'record_closed'],
  },
  scanTaxpayer: {
    path: '/taxpayers/scan',
    scope: 'taxpayer',
    withinOutlets: 'no_sale',
    summary: 'Whose MyInvois code was scanned, asked of the authority',
    body: scanAsk,
    answers: { 200: scannedTaxpayer },
    faults: ['validation_failed', 'taxpayer_not_found', 'too_many_requests', 'authority_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
