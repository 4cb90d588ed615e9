import { type Concern, windowClosingMs } from '../../../../shared/domain/shift.ts'
import type { Status } from '../../../../shared/domain/status.ts'
import type { ListQuery } from '../port/records.ts'
import { attentionSql, endedSql, openInvalidSql, sqlByConcern, unfinishedSql } from '../rows/record-row.ts'
import { type Dialect, type Engine, joinStatements, raw, readCount, type Statement, sql } from '../sql.ts'
import { allOf, placeConditions } from './record-filters.ts'

/** An index with a condition that finds records of one kind. */
export interface RecordSource {
  readonly from: Statement
  readonly where: Statement
}

/** @param whose further conditions */
export const needsPersonSeqs = ({ by }: Dialect, whose: Statement): Statement =>
  sql`SELECT seq FROM record ${by('record_attention')} WHERE ${raw(attentionSql)} ${whose}
      UNION SELECT seq FROM record ${by('record_ended')} WHERE ${raw(`${endedSql} AND ${openInvalidSql}`)} ${whose}`

export function sourcesOfAll(
  dialect: Dialect,
  index: 'record_list' | 'record_range' = 'record_list',
): readonly RecordSource[] {
  const from = sql`record ${dialect.by(index)}`
  if (!dialect.listsLater) return [{ from, where: sql`TRUE` }]
  return [{ from, where: sql`listed = 1` }, living(dialect, 'listed = 0')]
}
/** Not sorted yet. */
export const selectUnion = (places: readonly RecordSource[], columns: string, filters: Statement): Statement =>
  joinStatements(
    places.map(({ from, where }) => sql`SELECT ${raw(columns)} FROM ${from} WHERE ${where} AND ${filters}`),
    ' UNION ALL ',
  )
const living = ({ by }: Dialect, where: string): RecordSource => ({
  from: sql`record ${by('record_living')}`,
  where: raw(`${unfinishedSql} AND ${where}`),
})
const ended = ({ by }: Dialect, where: string): RecordSource => ({
  from: sql`record ${by('record_ended')}`,
  where: raw(`${endedSql} AND ${where}`),
})
const withAttention = ({ by }: Dialect, where: string): RecordSource => ({
  from: sql`record ${by('record_attention')}`,
  where: raw(where),
})

/** Everything that is not valid. */
export const sourcesOfNotValid = (dialect: Dialect): readonly RecordSource[] => [
  living(dialect, 'TRUE'),
  ended(dialect, "phase <> 'conflict'"),
]

export async function sourcesFor(
  reader: Pick<Engine, 'read' | 'dialect'>,
  query: ListQuery,
): Promise<readonly RecordSource[]> {
  const { dialect } = reader
  if (query.concerns.length > 0) return placesOfConcerns(dialect, query)
  if (query.statuses.length > 0 && !query.statuses.includes('Valid')) return placesOfStatuses(dialect, query.statuses)
  return (await fewOf(reader, query)) ?? sourcesOfAll(dialect)
}

const endings: readonly Status[] = ['Invalid', 'Voided', 'Cancelled']
const beginnings: readonly Status[] = ['Pending', 'InProgress']

const placesOfStatuses = (dialect: Dialect, wanted: readonly Status[]): readonly RecordSource[] =>
  sourcesOfNotValid(dialect).filter((_, at) =>
    wanted.some((status) => (at === 0 ? beginnings : endings).includes(status)),
  )

/** Each concern has an index of its own, because few records have one. */
function placesOfConcerns(dialect: Dialect, { concerns, now }: ListQuery): readonly RecordSource[] {
  const phases = concerns.flatMap((concern) => sqlByConcern[concern] ?? [])
  return [
    ...(phases.length > 0 ? [living(dialect, `(${phases.join(' OR ')})`)] : []),
    ...concerns.flatMap((concern) => placeOutside(dialect, concern, now) ?? []),
  ]
}

/** Null if the phase alone tells the concern. */
function placeOutside(dialect: Dialect, concern: Concern, now: number): RecordSource | null {
  const { by } = dialect
  switch (concern) {
    case 'unanswered':
      return {
        from: sql`record ${by('record_living')}`,
        where: sql`phase = 'valid' AND work IN ('cancel', 'settle')`,
      }
    case 'attention':
      return withAttention(dialect, attentionSql)
    case 'rejection_requested':
      return withAttention(dialect, "attention = 'rejection_requested'")
    case 'window_closing':
      return {
        from: sql`record ${by('record_cancellable')}`,
        where: sql`record.company_id IN (SELECT id FROM company) AND phase = 'valid' AND consolidated = 0
          AND cancellable_until > ${now} AND cancellable_until <= ${now + windowClosingMs}`,
      }
    case 'refused':
      return ended(dialect, openInvalidSql)
    case 'unsent':
    case 'unconsolidated':
    case 'in_doubt':
      return null
  }
}

/** If an outlet has more records, its newest are found soon among all. */
const few = 5_000

/** As for `few`; SQLite joins 500 places at most. */
const mostOutlets = 20

async function fewOf(
  reader: Pick<Engine, 'read' | 'dialect'>,
  query: ListQuery,
): Promise<readonly RecordSource[] | null> {
  if (query.outletName !== null || !query.outlets) return fewAt(reader, query)
  if (query.outlets.length > mostOutlets) return null
  const found = await Promise.all(query.outlets.map(({ outletName }) => fewAt(reader, { ...query, outletName })))
  const places = found.flatMap((each) => each ?? [])
  return found.includes(null) || places.length === 0 ? null : places
}

/**
 * For an outlet, till or shift with few records. Voided records are not in the index of business keys.
 * @returns null if there are many, or if no outlet is named
 */
async function fewAt(
  reader: Pick<Engine, 'read' | 'dialect'>,
  query: ListQuery,
): Promise<readonly RecordSource[] | null> {
  const { dialect } = reader
  const { outletName, terminalName, shiftCode } = query
  if (outletName === null) return null
  const from = sql`record ${dialect.by('record_business_key')}`
  const where = sql`phase <> 'voided' AND record.company_id IN (SELECT id FROM company)`
  const shift = terminalName === null ? null : shiftCode
  const named = allOf([where, ...placeConditions({ outletName, terminalName, shiftCode: shift })])
  const known = sql`SELECT count(*) AS count FROM (SELECT 1 FROM ${from} WHERE ${named} LIMIT ${few}) AS known`
  return (await readCount(reader, known)) < few ? [{ from, where }, ended(dialect, "phase = 'voided'")] : null
}
