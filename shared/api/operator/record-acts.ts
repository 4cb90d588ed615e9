import { z } from 'zod'
import { answer, ask, keyText, remarkSchema, toError } from '../../document/fields.ts'
import { resolutionKinds } from '../../domain/person-acts.ts'
import type { OperatorRow } from '../axes.ts'
import type { FaultCode } from '../faults.ts'
import { recordParamsSchema, recordSchema } from '../shapes/record.ts'
import { actsSchema } from './record-detail.ts'
import { recordVersionSchema } from './record-list.ts'

const seen = { version: recordVersionSchema.nullish().describe('As it was seen: where it has changed since, 409') }

export const evidenceTextSchema = remarkSchema(200).describe('What was seen, and where; without personal data')

const resolutionAsk = z
  .strictObject({
    ...seen,
    as: z
      .enum(resolutionKinds, toError('not_listed'))
      .describe(
        '`found`: the authority has it, and shows that it is ours. `not_received`: it goes again as new. `not_valid`: ' +
          'it counts as refused',
      ),
    evidence: evidenceTextSchema,
    AUTHORITY_UUID: z
      .string()
      .regex(/^[0-9A-Za-z/-]{1,60}$/, toError('bad_uuid'))
      .nullish()
      .describe('With `found`: the authority’s own name of it'),
  })
  .refine(({ as, AUTHORITY_UUID }) => as === 'found' || AUTHORITY_UUID == null, {
    path: ['AUTHORITY_UUID'],
    ...toError('one_of_two'),
  })
  .meta({ id: 'ResolutionAsk' })

export const recordActedSchema = answer('RecordActed', {
  version: recordVersionSchema,
  acts: actsSchema,
  record: recordSchema,
})

const actFaults = ['record_not_found', 'record_changed'] as const satisfies readonly FaultCode[]

const picture = z.string().meta({ id: 'Picture', description: 'The picture itself' })
const pdf = z.string().meta({ id: 'Pdf', description: 'The file itself' })
const slip = z.string().meta({ id: 'Slip', description: 'A page of HTML that loads nothing from anywhere' })

const text = z.string()

export const bodyToCorrectSchema = answer('Correction', {
  version: z.int().min(1),
  body: z.record(z.string(), z.unknown()).describe('As it was sent last, in full'),
})

/** Fields that the authority does not have are null. */
export const scannedTaxpayerSchema = answer('ScannedTaxpayer', {
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

const actOnRecord = {
  scope: 'void',
  outletScope: 'theirs',
  params: recordParamsSchema,
  body: z.strictObject(seen).meta({ id: 'RecordActAsk' }),
  answers: { 200: recordActedSchema },
} as const
const shownOfRecord = {
  scope: 'read',
  outletScope: 'theirs',
  params: recordParamsSchema,
  faults: ['record_not_found', 'no_validation_link'],
} as const

export const recordActsRows = {
  lookUpRecord: {
    path: '/records/{guid}/look_up',
    ...actOnRecord,
    summary: 'Look up now what is in doubt, not when it is due',
    faults: [...actFaults, 'look_up_denied_status'],
  },
  releaseRecord: {
    path: '/records/{guid}/release',
    ...actOnRecord,
    summary: 'Try a record again that could not be made into a document',
    faults: [...actFaults, 'release_denied_status'],
  },
  resolveRecord: {
    path: '/records/{guid}/resolution',
    ...actOnRecord,
    summary: 'Settle a conflict with what a person found out',
    body: resolutionAsk,
    faults: [
      ...actFaults,
      'resolution_denied_status',
      'resolution_denied_found',
      'resolution_denied_not_found',
      'resolution_denied_quarantine',
      'authority_unavailable',
    ],
  },
  closeRecord: {
    path: '/records/{guid}/closure',
    ...actOnRecord,
    summary: 'Close a refused record, so that it is not corrected any more',
    body: z
      .strictObject({ ...seen, reason: evidenceTextSchema.nullish().describe('Why, for the history; kept for ever') })
      .meta({ id: 'ClosureAsk' }),
    faults: [...actFaults, 'closure_denied_status'],
  },
  resendRecord: {
    path: '/records/{guid}/resend',
    ...actOnRecord,
    summary: 'Send a refused record again as it is, as a new revision',
    faults: [...actFaults, 'resend_denied_status', 'record_closed'],
  },
  qrSvg: {
    path: '/records/{guid}/qr.svg',
    ...shownOfRecord,
    summary: 'The validation link as a QR code, as lines that print sharp at any size',
    produces: 'image/svg+xml',
    answers: { 200: picture },
  },
  qrPng: {
    path: '/records/{guid}/qr.png',
    ...shownOfRecord,
    summary: 'The validation link as a QR code, as a picture of dots',
    produces: 'image/png',
    answers: { 200: picture },
  },
  slip: {
    path: '/records/{guid}/slip',
    ...shownOfRecord,
    summary:
      'The validated document as a page to print, with its QR code; of a consolidated document’s member a plain receipt',
    produces: 'text/html',
    answers: { 200: slip },
  },
  documentPdf: {
    path: '/records/{guid}/document.pdf',
    ...shownOfRecord,
    summary: 'The page of `slip` as a PDF on A4',
    produces: 'application/pdf',
    answers: { 200: pdf },
  },
  correction: {
    path: '/records/{guid}/correction',
    scope: 'submit',
    outletScope: 'theirs',
    summary: 'A refused record as it was sent, to be corrected and submitted again',
    params: recordParamsSchema,
    answers: { 200: bodyToCorrectSchema },
    faults: ['record_not_found', 'correction_denied_status', 'record_closed'],
  },
  scanTaxpayer: {
    path: '/taxpayers/scan',
    scope: 'taxpayer',
    outletScope: 'no_sale',
    summary: 'Whose MyInvois code was scanned, asked of the authority',
    body: ask('ScanAsk', { code: keyText(200).describe('What the scanner read: base64, or the GUID in it') }),
    answers: { 200: scannedTaxpayerSchema },
    faults: ['taxpayer_not_found', 'authority_unavailable'],
  },
} as const satisfies Record<string, OperatorRow>
