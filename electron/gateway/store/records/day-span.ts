import type { Database } from 'better-sqlite3'
import type { Day } from '../../../../shared/domain/calendar.ts'

/** Records in the order of acceptance, both included. */
export interface Span {
  readonly first: number
  readonly last: number
}

interface Lane {
  readonly company_id: number
  readonly family: string
  readonly kind: string
}

interface Beginning {
  readonly submitted_day: Day
  readonly seq: number
}

const beforeAll: Lane = { company_id: -1, family: '', kind: '' }
const lastDay = '9999-12-31'

/**
 * Between which records all those stand that were submitted on some days: the index of ranges tells it with a few looks
 * a day. Others may stand between them too, where a clock was set back or companies live by different zones.
 * @returns null where nothing was submitted on these days
 */
export function prepareDaySpan(database: Database): (from: Day | null, to: Day | null) => Span | null {
  const nextLane = database.prepare<unknown[], Lane>(
    `SELECT company_id, family, kind FROM record INDEXED BY record_range
     WHERE (company_id, family, kind) > (?, ?, ?) ORDER BY company_id, family, kind LIMIT 1`,
  )
  const inLane = 'FROM record INDEXED BY record_range WHERE company_id = ? AND family = ? AND kind = ?'
  const beginningFrom = database.prepare<unknown[], Beginning>(
    `SELECT submitted_day, seq ${inLane} AND submitted_day >= ? AND submitted_day <= ? ORDER BY submitted_day, seq LIMIT 1`,
  )
  const beginningAfter = database.prepare<unknown[], Beginning>(
    `SELECT submitted_day, seq ${inLane} AND submitted_day > ? AND submitted_day <= ? ORDER BY submitted_day, seq LIMIT 1`,
  )
  const lastOfDay = database
    .prepare<unknown[], number>(`SELECT seq ${inLane} AND submitted_day = ? ORDER BY seq DESC LIMIT 1`)
    .pluck()

  return (from, to) => {
    const span = { first: Number.MAX_SAFE_INTEGER, last: -1 }
    for (let lane = nextLane.get(...inOrder(beforeAll)); lane; lane = nextLane.get(...inOrder(lane))) {
      const cells = inOrder(lane)
      const end = to ?? lastDay
      let day = beginningFrom.get(...cells, from ?? '', end)
      for (; day; day = beginningAfter.get(...cells, day.submitted_day, end)) {
        span.first = Math.min(span.first, day.seq)
        span.last = Math.max(span.last, lastOfDay.get(...cells, day.submitted_day) ?? day.seq)
      }
    }
    return span.last < span.first ? null : span
  }
}

const inOrder = ({ company_id, family, kind }: Lane) => [company_id, family, kind]
