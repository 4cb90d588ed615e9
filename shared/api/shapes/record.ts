import { z } from 'zod'
import { answer, guidSchema, timeSchema } from '../../document/fields.ts'
import { actionKinds } from '../../domain/next-action.ts'
import { attentionCodes, families, kinds } from '../../domain/record.ts'
import { statuses } from '../../domain/status.ts'

/** RFC 3339 UTC with milliseconds and Z. */
export const moneySchema = z.string().regex(/^-?\d+\.\d{2}$/)

const authority = answer('AuthorityReference', {
  UUID: z.string().describe('The authority’s name of the document'),
  SUBMISSION_UID: z.string().describe('The authority’s name of the batch it was sent in'),
  LONG_ID: z.string().nullable().describe('Second half of the validation link; null before it is valid'),
  VALIDATION_URL: z.string().nullable().describe('What the QR code on the receipt holds; null before it is valid'),
})

const authorityError = answer('AuthorityError', { CODE: z.string(), MESSAGE: z.string(), FIELD: z.string() })

const attention = answer('Attention', {
  CODE: z
    .enum(attentionCodes)
    .exclude(['waits_for_consolidation'])
    .meta({ grows: true })
    .describe(
      '`sending_paused` is this gateway’s own: a person paused sending, and the record waits until a person resumes',
    ),
  MESSAGE: z.string(),
})

/** The states that tills and people see. The domain has finer ones. */
export const cancellationStates = ['Requested', 'Accepted', 'Refused', 'Unknown'] as const

const cancellation = answer('Cancellation', {
  STATE: z.enum(cancellationStates).describe('Requested, Unknown: no answer yet; Accepted; Refused'),
  REASON: z.string(),
  BY: z.string().describe('Which token or person'),
  REQUESTED_AT: timeSchema.describe('When it was asked for'),
  DECIDED_AT: timeSchema.nullable().describe('When the authority’s answer was known'),
  CODE: z.string().nullable(),
  MESSAGE: z.string().nullable(),
})

const nextAction = answer('NextAction', { ACTION: z.enum(actionKinds).meta({ grows: true }), REASON: z.string() })

/** What names a document in a list. */
export const namedFields = {
  SALE_GUID: z.string(),
  SALE_CODE: z.string(),
  DOCUMENT_NUMBER: z.string(),
  FAMILY: z.enum(families),
  KIND: z.enum(kinds),
  CURRENCY_CODE: z.string(),
  TOTAL_PAYABLE: z.string(),
}

/** See contract 4. */
export const recordSchema = answer('Record', {
  SALE_GUID: z.string(),
  COMPANY_GUID: z.string(),
  COMPANY_CODE: z.string(),
  OUTLET_NAME: z.string(),
  TERMINAL_NAME: z.string(),
  SHIFT_CODE: z.string().describe('Shift; part of the business key'),
  SALE_CODE: z.string(),
  FAMILY: z.enum(families),
  KIND: z.enum(kinds),
  DOCUMENT_NUMBER: z.string(),
  REVISION: z.int().min(1).describe('Counts from 1; a corrected body after a refusal is the next'),
  STATUS: z.enum(statuses),
  LOCKED: z.boolean().describe('Voided, and nothing changes it any more'),
  CONSOLIDATED: z.boolean(),
  CONSOLIDATED_INTO: z.string().nullable().describe('SALE_GUID of the consolidated document it is in'),
  MEMBERS: z.int().min(1).optional().describe('Of a consolidated document only: of how many records it is made'),
  SUBMISSION_ENABLED: z.boolean().describe('False once it is voided: it is never sent'),
  IN_DOUBT: z.boolean(),
  ATTENTION: attention.nullable().describe('What a person must know or do; null if no person is needed'),
  WAITS_FOR_CONSOLIDATION: z
    .literal(true)
    .optional()
    .describe('Of a note that waits with its receipts for their consolidation'),
  CURRENCY_CODE: z.string(),
  TOTAL_PAYABLE: moneySchema,
  ROUNDING_DIFFERENCE: moneySchema
    .optional()
    .describe('With TAX_ROUNDING `document` only: by how much its tax differs from the sum of its lines’ taxes'),
  SENT_AS: z
    .array(
      answer('SentCode', {
        LIST: z.string().describe('Which code list'),
        CODE: z.string(),
        SENT: z.string().describe('What the till sent'),
      }),
    )
    .optional()
    .describe('The till’s own codes (SENT) that the company maps to official ones (CODE), if the body has any'),
  ISSUED_AT: timeSchema,
  ISSUED_TO_AUTHORITY_AT: timeSchema
    .nullable()
    .describe(
      'The issue time in the document that was sent, in whole seconds: it may be seconds before ISSUED_AT, or the time of sending for an old sale; null before anything was sent',
    ),
  SUBMITTED_AT: timeSchema.describe('When the gateway first accepted it; a later revision does not move it'),
  SENT_AT: timeSchema.nullable().describe('When it was last sent, by this gateway’s clock'),
  VALIDATED_AT: timeSchema
    .nullable()
    .describe(
      'By the authority’s clock, which tells whole seconds: it can be a little earlier than SENT_AT, which is by this gateway’s',
    ),
  CANCELLABLE_UNTIL: timeSchema.nullable().describe('From then on it cannot be cancelled, by the authority’s clock'),
  VOIDED_AT: timeSchema.nullable(),
  VOIDED_BY: z.string().nullable(),
  VOID_REASON: z
    .string()
    .optional()
    .describe('As the void gave it; `nothing_to_declare` if a consolidation closed it because it comes to nothing'),
  CANCELLED_AT: timeSchema.nullable().describe('When the authority cancelled it'),
  AUTHORITY: authority.nullable().describe('The authority’s names for it; null before it has any'),
  ERRORS: z.array(authorityError).describe('Why the authority refused it, in its own words'),
  CANCELLATION: cancellation.nullable().describe('How a cancellation stands; null where none was asked for'),
  NEXT_ACTION: nextAction,
})

export type WireRecord = z.output<typeof recordSchema>

/** See contract 6. */
export const recordPageSchema = answer('RecordPage', {
  items: z.array(recordSchema).max(25),
  paging: answer('Paging', {
    page_size: z.int().min(1).max(25).describe('At most so many rows on a page, 1 to 25'),
    returned: z.int().min(0).max(25).describe('Rows on this page'),
    has_more: z.boolean().describe('Whether another page follows'),
    next: z.string().nullable().describe('Path of the next page; send the same headers with it'),
  }),
})

export const recordParamsSchema = z.object({ guid: guidSchema.describe('SALE_GUID of the record') })
