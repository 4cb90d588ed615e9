import { type Concern, windowClosingMs } from '../../../../shared/domain/concern.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { byPhase, isEnded, isLiving, refusedSql } from '../kept/status-sql.ts'

type Cell = string | number
/** A condition with what stands in its place holders. */
export type Filter = readonly [sql: string, ...cells: Cell[]]

/** Two places in which they are found, few as they are. @param whose a further condition */
export const needsPersonSeqs = (whose: string): string =>
  `SELECT seq FROM record INDEXED BY record_attention WHERE attention IS NOT NULL AND ${whose}
   UNION SELECT seq FROM record INDEXED BY record_ended WHERE ${isEnded} AND ${refusedSql} AND ${whose}`

export interface Place {
  /** After FROM, with `record` in it. */
  readonly from: string
  readonly filter: Filter | null
}

/** Where everything stands that is not valid, each in one of them: what is not over, and what ended otherwise. */
export const unfinished: readonly (Place & { readonly filter: Filter })[] = [
  { from: 'record INDEXED BY record_living', filter: [isLiving] },
  { from: 'record INDEXED BY record_ended', filter: [`${isEnded} AND phase <> 'conflict'`] },
]

/** Few records are of concern: each kind of them is found where an index has it, and not among all that are done. */
export function placesOf(concerns: readonly Concern[], now: Instant): readonly Place[] {
  const phases = concerns.flatMap((concern) => byPhase[concern] ?? [])
  return [
    ...(phases.length > 0
      ? [{ from: 'record INDEXED BY record_living', filter: [`${isLiving} AND (${phases.join(' OR ')})`] } as const]
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
    case 'refused':
      return { from: 'record INDEXED BY record_ended', filter: [`${isEnded} AND ${refusedSql}`] }
    case 'unsent':
    case 'unconsolidated':
    case 'in_doubt':
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
