import { type Concern, windowClosingMs } from '../../../shared/domain/concern.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import { statusSql } from './record-sql.ts'

type Cell = string | number
/** A condition with what stands in its place holders. */
export type Filter = readonly [sql: string, ...cells: Cell[]]

/** `isInDoubt` in SQL. */
const inDoubtSql =
  "(phase IN ('unknown', 'conflict') OR (phase IN ('queued', 'held') AND ever_sent = 1) " +
  "OR (phase = 'sending' AND sent_before = 1))"

/** `travelsInAnother` in SQL. */
const travelsSql = '(members = 0 AND (consolidated = 1 OR consolidated_into IS NOT NULL))'

/** Decided by the phase, which the narrow index of lists has. */
export const byPhase: Readonly<Partial<Record<Concern, string>>> = {
  unsent: `(${statusSql.Pending} AND NOT ${travelsSql})`,
  unconsolidated: `(${statusSql.Pending} AND ${travelsSql})`,
  unanswered: `(${statusSql.InProgress} AND NOT ${inDoubtSql})`,
  in_doubt: inDoubtSql,
  refused: `(phase = 'invalid' AND closed = 0)`,
}

interface Place {
  /** After FROM, with `record` in it. */
  readonly from: string
  readonly filter: Filter
}

/** Few records are of concern: each kind of them is found where an index has it, and not among all that are done. */
export function placesOf(concerns: readonly Concern[], now: Instant): readonly Place[] {
  const phases = concerns.flatMap((concern) => byPhase[concern] ?? [])
  return [
    ...(phases.length > 0
      ? [{ from: 'record INDEXED BY record_list', filter: [`(${phases.join(' OR ')})`] } as const]
      : []),
    ...concerns.flatMap((concern) => placeOutside(concern, now) ?? []),
  ]
}

/** Where what the phase does not tell is found; null where it does. */
function placeOutside(concern: Concern, now: Instant): Place | null {
  switch (concern) {
    case 'unanswered':
      return { from: 'outbox CROSS JOIN record ON record.seq = record_seq', filter: [askedToCancel] }
    case 'attention':
      return { from: 'record INDEXED BY record_attention', filter: ['attention IS NOT NULL'] }
    case 'rejection_requested':
      return { from: 'record INDEXED BY record_attention', filter: ["attention = 'rejection_requested'"] }
    case 'window_closing':
      return { from: 'record INDEXED BY record_cancellable', filter: closing(now) }
    case 'unsent':
    case 'unconsolidated':
    case 'in_doubt':
    case 'refused':
      return null
  }
}

const askedToCancel = "phase = 'valid' AND work IN ('cancel', 'settle')"

const closing = (now: Instant): Filter => [
  `company_id IN (SELECT id FROM company) AND phase = 'valid' AND consolidated = 0
   AND cancellable_until > ? AND cancellable_until <= ?`,
  now,
  now + windowClosingMs,
]
