import { z } from 'zod'
import { resolutions } from '../../domain/decide-resolution.ts'
import { personActs } from '../../domain/person-acts.ts'
import { phases } from '../../domain/record.ts'
import { record } from './record.ts'
import { version } from './record-list.ts'
import { remark, says } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const amount = z.string().meta({ description: 'A decimal number' })

const party = z
  .object({
    NAME: z.string(),
    TIN: z.string(),
    ID_TYPE: z.string(),
    ID_NUMBER: z.string().meta({ description: 'Of a person only its last four characters' }),
    PHONE: z.string(),
    EMAIL: z.string().nullable(),
    SST_NUMBER: z.string().nullable(),
    ADDRESS: z.object({
      LINES: z.array(z.string()),
      CITY: z.string(),
      POSTCODE: z.string().nullable(),
      STATE_CODE: z.string(),
      COUNTRY_CODE: z.string(),
    }),
  })
  .meta({ id: 'ShownParty' })

const adjustments = {
  DISCOUNT_AMOUNT: amount.nullable(),
  DISCOUNT_REASON: z.string().nullable(),
  CHARGE_AMOUNT: amount.nullable(),
  CHARGE_REASON: z.string().nullable(),
}

const line = z
  .object({
    DESCRIPTION: z.string(),
    CLASSIFICATION_CODES: z.array(z.string()),
    QUANTITY: amount,
    UNIT_CODE: z.string(),
    UNIT_PRICE: amount,
    ...adjustments,
    SUBTOTAL: amount,
    TOTAL_EXCLUDING_TAX: amount,
    TAXES: z.array(
      z
        .object({
          TAX_TYPE: z.string(),
          RATE: amount.nullable(),
          PER_UNIT_AMOUNT: amount.nullable(),
          AMOUNT: amount,
          EXEMPTION_REASON: z.string().nullable(),
        })
        .meta({ id: 'ShownTax' }),
    ),
  })
  .meta({ id: 'ShownLine' })

/** What was sold, to whom and for how much, with every amount worked out. */
const sale = z
  .object({
    BUYER: party.nullable(),
    SUPPLIER: party.nullable(),
    LINES: z.array(line),
    ...adjustments,
    ROUNDING_AMOUNT: amount.nullable(),
    ROUNDING_DIFFERENCE: amount.nullable().meta({
      description:
        'By how much the tax over the document differs from the sum of its lines’; null where each is rounded',
    }),
    TOTALS: z.object({
      TOTAL_EXCLUDING_TAX: amount,
      TOTAL_TAX: amount,
      TOTAL_INCLUDING_TAX: amount,
      TOTAL_PAYABLE: amount,
    }),
    EXCHANGE_RATE: amount.nullable(),
    PAYMENT_METHOD: z.string().nullable(),
    PAYMENTS: z.array(z.object({ METHOD: z.string(), AMOUNT: amount })),
    PREPAID: amount.nullable(),
    PAYMENT_TERMS: z.string().nullable(),
    BILL_REFERENCE: z.string().nullable(),
    ORIGINALS: z.array(
      z
        .object({
          SALE_GUID: z.string().nullable(),
          DOCUMENT_NUMBER: z.string().nullable(),
          AUTHORITY_UUID: z.string().nullable(),
        })
        .meta({ id: 'ShownOriginal' }),
    ),
  })
  .meta({ id: 'ShownSale' })

/** When what happened, and from when on what may be decided. */
const timeline = z
  .object({
    phase: z.enum(phases).meta({ description: 'Finer than STATUS' }),
    issued_at: at,
    submitted_at: at,
    first_sent_at: at.nullable(),
    doubted_at: at.nullable(),
    quarantine_until: at.nullable().meta({ description: 'Until then it may still arrive at the authority' }),
    look_ups: count.meta({ description: 'Those that proved that it is not there' }),
    last_look_up_at: at.nullable(),
    resend_until: at.nullable().meta({ description: 'Until then it may go again by itself' }),
    next_work: z.string().nullable().meta({ description: 'What the gateway does next by itself' }),
    validated_at: at.nullable(),
    cancellable_until: at.nullable(),
    cancellation_doubted_at: at.nullable(),
    cancellation_quarantine_until: at.nullable().meta({ description: 'Until then the request may still arrive' }),
    voided_at: at.nullable(),
    cancelled_at: at.nullable(),
  })
  .meta({ id: 'Timeline' })

const event = z
  .object({
    version,
    at,
    type: z.string(),
    by: z.string().nullable().meta({ description: 'Null for the gateway itself' }),
    facts: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'RecordEvent' })

const attempt = z
  .object({
    id: z.string(),
    revision: z.int().min(1),
    sha256: z.string(),
    document_time: at,
    claimed_at: at,
    ended_at: at.nullable(),
    outcome: z.string().nullable().meta({ description: 'Null while it runs' }),
    reason: z.string().nullable(),
    http_status: z.int().nullable(),
    correlation_id: z.string().nullable(),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'The authority’s words, numbers and addresses of people masked' }),
  })
  .meta({ id: 'Attempt' })

const acts = z.array(z.enum(personActs)).meta({ description: 'What a supervisor can do with it now' })

const conversion = z
  .object({ hindrance: z.string().nullable().meta({ description: 'Why it cannot be; null where it can' }) })
  .nullable()
  .meta({
    id: 'ShownConversion',
    description: 'Whether a buyer who asks now gets an e-invoice of their own; null for what is no receipt of a sale',
  })

export const recordDetail = z
  .object({
    version,
    acts,
    conversion,
    record,
    sale: sale.nullable().meta({ description: 'Null where what was kept of it cannot be read any more' }),
    timeline,
    events: z.array(event),
    attempts: z.array(attempt),
  })
  .meta({ id: 'RecordDetail' })

/** What every act may say. */
const seen = { version: version.nullish().meta({ description: 'As it was seen: where it has changed since, 409' }) }

export const recordActAsk = z.strictObject(seen).meta({ id: 'RecordActAsk' })

export const evidence = remark(200).meta({ description: 'What was seen, and where; without personal data' })

export const resolutionAsk = z
  .strictObject({
    ...seen,
    as: z.enum(resolutions, says('not_listed')).meta({
      description:
        '`found`: the authority has it, and shows that it is ours. `not_received`: it goes again as new. `not_valid`: ' +
        'it counts as refused',
    }),
    evidence,
    uuid: z
      .string()
      .regex(/^[0-9A-Za-z/-]{1,60}$/, says('bad_uuid'))
      .nullish()
      .meta({ description: 'With `found`: the authority’s own name of it' }),
  })
  .refine(({ as, uuid }) => as === 'found' || uuid == null, { path: ['uuid'], ...says('one_of_two') })
  .meta({ id: 'ResolutionAsk' })

export const recordActed = z.object({ version, acts, record }).meta({ id: 'RecordActed' })
