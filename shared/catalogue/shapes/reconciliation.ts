import { z } from 'zod'
import { differenceKinds, statusesThere } from '../../domain/reconciliation.ts'
import { families, kinds } from '../../domain/record.ts'
import { statuses } from '../../domain/status.ts'
import { day, guid, keyText } from './text.ts'

const at = z.iso.datetime({ precision: 3 })
const count = z.int().min(0)

export const reconcileAsk = z
  .strictObject({ COMPANY_CODE: keyText(), from: day, to: day.meta({ description: 'At most 31 days, both included' }) })
  .meta({ id: 'ReconcileAsk' })

export const reconciliationParams = z.object({ id: guid })

const reconciliation = z
  .object({
    id: z.string(),
    COMPANY_CODE: z.string(),
    from: z.string(),
    to: z.string(),
    begun_at: at,
    begun_by: z.string(),
    state: z.enum(['running', 'stopped', 'done']).meta({ description: 'done: everything was read to its end' }),
    halt: z
      .enum(['not_answered', 'asked', 'failed', 'cannot_list', 'short', 'restarted'])
      .nullable()
      .meta({ description: 'Why it is stopped; `short`: the authority listed fewer documents than it said' }),
    pages_read: count,
    pages_said: count.meta({ description: 'Of what was asked for so far, as the authority says' }),
    documents_read: count,
    documents_said: count.nullable().meta({ description: 'As the authority says; null where it does not' }),
    stretches_read: count,
    stretches: count.meta({ description: 'Of time, one after the other' }),
    missing: z
      .array(z.object({ from: at, to: at }).meta({ id: 'UnreadStretch' }))
      .meta({ description: 'Times that were not read to their end' }),
  })
  .meta({ id: 'Reconciliation' })

export const begunReconciliation = reconciliation

export const reconciliations = z.object({ items: z.array(reconciliation) }).meta({ id: 'Reconciliations' })

const difference = z
  .object({
    kind: z.enum(differenceKinds),
    here: z
      .object({
        SALE_GUID: z.string(),
        SALE_CODE: z.string(),
        DOCUMENT_NUMBER: z.string(),
        FAMILY: z.enum(families),
        KIND: z.enum(kinds),
        STATUS: z.enum(statuses),
        CURRENCY_CODE: z.string(),
        TOTAL_PAYABLE: z.string(),
      })
      .nullable(),
    there: z
      .object({
        UUID: z.string(),
        DOCUMENT_NUMBER: z.string(),
        STATUS: z.enum(statusesThere).nullable(),
        TOTAL: z.string().nullable(),
        received_at: at.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Difference' })

export const reconciled = z
  .object({
    reconciliation,
    compared_at: at.nullable().meta({ description: 'Null where nothing was compared yet' }),
    compared: count.meta({ description: 'Documents that the authority listed' }),
    unproven: count.meta({ description: 'Records of which nobody can say, because not all of their time was read' }),
    difference_count: count,
    differences: z.array(difference).meta({ description: 'The first two thousand' }),
  })
  .meta({ id: 'Reconciled' })
