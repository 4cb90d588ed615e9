import { z } from 'zod'
import { concerns } from '../../domain/concern.ts'
import { statuses } from '../../domain/status.ts'
import { record } from './record.ts'
import { day, keyText } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)

/** Decoded only where every % begins a valid escape and the result is UTF-8; somebody may look for a %. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** In a header, because addresses get written down and what people look for is often somebody's name or TIN. */
export const recordListHeaders = z.object({
  search_text: z
    .string()
    .min(1)
    .max(900)
    .transform(percentDecoded)
    .optional()
    .meta({
      description:
        'Words that all stand somewhere in the sale code or document number, in the name or TIN of the other party, or, ' +
        'from eight characters on, in the GUID or the authority’s number, or are the amount; or a validation link. Case ' +
        'does not matter. UTF-8 bytes, or percent-encoded',
    }),
})

const setOf = (words: readonly string[]) => new RegExp(`^(${words.join('|')})(,(${words.join('|')}))*$`)

const limit = z.string().regex(/^\d{1,12}(\.\d{1,2})?$/)

/** Whose, where, when and how much; of what kind is apart. */
export const recordCountsQuery = z.object({
  company: keyText().optional().meta({ description: 'COMPANY_CODE' }),
  outlet: keyText().optional(),
  terminal: keyText().optional(),
  shift: keyText().optional(),
  from: day.optional().meta({ description: 'First day of submission, in the company’s time zone' }),
  to: day.optional().meta({ description: 'Last day, included' }),
  least: limit.optional().meta({ description: 'Least TOTAL_PAYABLE' }),
  most: limit.optional().meta({ description: 'Most TOTAL_PAYABLE' }),
})

export const recordCounts = z
  .object({
    all: count,
    attention: count.meta({ description: 'A person must know or act' }),
    unsent: count.meta({ description: 'Not sent, and not just waiting for its consolidated document' }),
    unconsolidated: count.meta({ description: 'Just waiting for its consolidated document' }),
    in_doubt: count,
    ...(Object.fromEntries(statuses.map((status) => [status, count])) as Record<
      (typeof statuses)[number],
      typeof count
    >),
  })
  .meta({ id: 'RecordCounts' })

export const recordListQuery = z.object({
  ...recordCountsQuery.shape,
  status: z.string().regex(setOf(statuses)).optional().meta({ description: 'One of these, separated by commas' }),
  concern: z
    .string()
    .regex(setOf(concerns))
    .optional()
    .meta({
      description:
        'Any of these reasons why a document is not done with, separated by commas: `unsent` (and not just waiting for ' +
        'its consolidated document), `unconsolidated` (just waiting for that), `unanswered` (sent, or asked to be cancelled, without an answer), `in_doubt`, ' +
        '`refused` (and not closed), `attention` (a person must know or act), `rejection_requested` (the buyer asks for it), `window_closing` (in twelve hours it can ' +
        'be cancelled no more)',
    }),
  page_size: z
    .string()
    .regex(/^([1-9]|[1-9]\d|100)$/)
    .optional()
    .meta({ description: '1 to 100; 25 where it is absent' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .meta({ description: 'The `next` of the page before' }),
})

export const shiftList = z
  .object({
    items: z.array(
      z
        .object({
          COMPANY_CODE: z.string(),
          OUTLET_NAME: z.string(),
          TERMINAL_NAME: z.string(),
          SHIFT_CODE: z.string(),
          count,
          newest_at: at,
        })
        .meta({ id: 'ListedShift' }),
    ),
  })
  .meta({ id: 'ShiftList' })

export const version = z.int().min(1).meta({ description: 'Rises with every change of the record' })

export const recordList = z
  .object({
    items: z.array(
      z
        .object({
          version,
          day: z.string().meta({ description: 'Of submission, in the company’s time zone' }),
          party_name: z
            .string()
            .nullable()
            .meta({ description: 'Buyer, or supplier of a self-billed document; null where nobody is named' }),
          record,
        })
        .meta({ id: 'ListedRecord' }),
    ),
    next: count.nullable().meta({ description: 'Of the next page; null on the last one' }),
  })
  .meta({ id: 'RecordList' })
