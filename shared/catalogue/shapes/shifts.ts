import { z } from 'zod'
import { attentionCodes } from '../../domain/attention.ts'
import { cancellationStates } from '../../domain/cancellation.ts'
import { families, kinds } from '../../domain/record.ts'
import { consolidatedShiftCode, shiftBlockers } from '../../domain/shift.ts'
import { statuses } from '../../domain/status.ts'
import { guid, keyText, remark, says } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)
const amount = z.string().meta({ description: 'Two places; below zero where more was given back than taken' })

const tillFields = { COMPANY_CODE: z.string(), OUTLET_NAME: z.string(), TERMINAL_NAME: z.string() }

const shift = z
  .object({
    id: z.string(),
    ...tillFields,
    SHIFT_CODE: z.string(),
    number: z.int().min(1).meta({ description: 'Counted at each till without a gap' }),
    opened_at: at,
    opened_by: z.string(),
    closed: z
      .object({
        at,
        by: z.string(),
        clean: z.boolean().meta({ description: 'Nothing needed a person, and the journal was trusted' }),
        reason: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null while it is open' }),
  })
  .meta({ id: 'TillShift' })

export const openedShift = shift

export const tills = z
  .object({
    items: z.array(
      z
        .object({
          ...tillFields,
          open: shift.nullable(),
          uncovered: z
            .array(z.object({ SHIFT_CODE: z.string(), count, newest_at: at }))
            .meta({ description: 'Sales under codes that no shift was opened for; opening one covers them' }),
        })
        .meta({ id: 'Till' }),
    ),
  })
  .meta({ id: 'Tills' })

export const shiftParams = z.object({ id: guid })

export const openShiftAsk = z
  .strictObject({
    COMPANY_CODE: keyText(),
    OUTLET_NAME: keyText(),
    TERMINAL_NAME: keyText(),
    SHIFT_CODE: keyText()
      .refine((code) => code !== consolidatedShiftCode, {
        ...says('reserved'),
        params: { word: consolidatedShiftCode },
      })
      .meta({ description: `As the till writes it into its sales; not ${consolidatedShiftCode}` }),
  })
  .meta({ id: 'OpenShiftAsk' })

export const closeShiftAsk = z
  .strictObject({
    REASON: remark(200).nullish().meta({ description: 'Why it is closed although something needs a person' }),
    remainders: count
      .nullish()
      .meta({ description: 'How many documents that need a person were seen and are left; more than that refuse it' }),
  })
  .meta({ id: 'CloseShiftAsk' })

export const closedShiftsQuery = z.object({
  company: keyText().optional().meta({ description: 'COMPANY_CODE; with outlet and terminal one till alone' }),
  outlet: keyText().optional(),
  terminal: keyText().optional(),
  before: guid.optional().meta({ description: 'The `next` of the page before' }),
})

export const closedShifts = z
  .object({ items: z.array(shift), next: z.string().nullable().meta({ description: 'Null on the last page' }) })
  .meta({ id: 'ClosedShifts' })

const sum = { FAMILY: z.enum(families), CURRENCY_CODE: z.string(), count, amount }

const named = {
  SALE_GUID: z.string(),
  SALE_CODE: z.string(),
  DOCUMENT_NUMBER: z.string(),
  FAMILY: z.enum(families),
  KIND: z.enum(kinds),
  CURRENCY_CODE: z.string(),
  TOTAL_PAYABLE: z.string(),
}

const namedList = z
  .object({ count, documents: z.array(z.object(named).meta({ id: 'ShiftDocument' })) })
  .meta({ id: 'ShiftDocuments', description: 'The first thousand of them are named' })

const remainder = z
  .object({
    ...named,
    STATUS: z.enum(statuses),
    blocker: z.enum(shiftBlockers),
    attention: z.enum(attentionCodes).nullable(),
    message: z.string().meta({ description: 'Why somebody has to look at it' }),
    next_step: z.string(),
  })
  .meta({ id: 'ShiftRemainder' })

const report = z
  .object({
    at,
    count,
    first_at: at.nullable(),
    last_at: at.nullable(),
    totals: z
      .array(z.object(sum))
      .meta({ description: 'Without what was voided or cancelled; notes that give back count as minus' }),
    by_kind: z.array(z.object({ ...sum, KIND: z.enum(kinds) })),
    by_status: z.array(z.object({ ...sum, STATUS: z.enum(statuses) })),
    by_payment: z
      .array(z.object({ ...sum, METHOD: z.string().nullable() }))
      .meta({ description: 'Adds up to `totals`; METHOD is null for what no tender accounts for' }),
    voids: z.array(
      z
        .object({ ...named, at, by: z.string(), replaced: z.boolean() })
        .meta({ id: 'ShiftVoid', description: '`replaced`: another document took its sale code' }),
    ),
    cancellations: z.array(
      z
        .object({
          ...named,
          state: z.enum(cancellationStates),
          by: z.string().nullable().meta({ description: 'Null where it was cancelled on the portal of the authority' }),
          REASON: z.string().nullable(),
          requested_at: at.nullable(),
          cancelled_at: at.nullable(),
        })
        .meta({ id: 'ShiftCancellation' }),
    ),
    unsent: namedList,
    in_doubt: namedList,
    waiting_for_consolidation: count,
    remainders: z.array(remainder),
    journal: z.object({
      code: z.string().meta({ description: 'First 8 characters of the last line’s chain' }),
      lines: count,
      trusted: z.boolean(),
    }),
  })
  .meta({ id: 'ShiftReport' })

export const shownShift = z
  .object({
    shift,
    report: report.meta({ description: 'Of a closed shift as it was printed, of an open one as it stands now' }),
    can_close: z.enum(['clean', 'with_remainders']).nullable().meta({ description: 'Null where it is closed' }),
    now: z
      .object({
        at,
        remainders: z
          .array(remainder.extend({ blocker: z.enum(shiftBlockers).nullable() }).meta({ id: 'ShiftRemainderNow' }))
          .meta({ description: 'What became of those that were left' }),
        late: count.meta({ description: 'Came under its code after it was closed, and is in no shift' }),
      })
      .nullable()
      .meta({ description: 'Of a closed shift: what became of it since' }),
  })
  .meta({ id: 'ShownShift' })

/** A whole file as text. */
export const file = z.string()
