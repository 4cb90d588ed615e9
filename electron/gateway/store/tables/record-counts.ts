import { statuses } from '../../../../shared/domain/status.ts'
import {
  type CountQuery,
  countedConcerns,
  type OutletFilter,
  type RecordCounts,
  type Records,
} from '../port/records.ts'
import { attentionSql, needsPersonSql, sqlByConcern, sqlByStatus, underWaySql } from '../rows/record-row.ts'
import { type Engine, firstRow, raw, sql } from '../sql.ts'
import { allOf, listConditions, soldBetweenSql } from './record-filters.ts'
import { needsPersonSeqs, selectUnion, sourcesOfAll, sourcesOfNotValid } from './record-places.ts'
import { andFilter } from './record-rows.ts'

type Context = Pick<Engine, 'read' | 'dialect'>

const counted = (kinds: readonly (readonly [name: string, condition: string])[]) =>
  kinds.map(([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS "${name}"`).join(', ')

/** Counts that follow from the phase alone. */
const byPhases = [
  ['under_way', underWaySql] as const,
  ...countedConcerns.map((concern) => [concern, sqlByConcern[concern] ?? 'FALSE'] as const),
  ...statuses.map((status) => [status, sqlByStatus[status]] as const),
]
const countedByPhase = counted(byPhases)
const consolidatedSql = `(${sqlByStatus.Valid} AND members > 0)`
const countedByAll = counted([
  ['attention', attentionSql],
  ['needs_person', needsPersonSql],
  ['consolidated', consolidatedSql],
  ...byPhases,
])

export function recordCounter(context: Context): Records['count'] {
  const { read, dialect } = context
  return async (query) => {
    if (isWhole(query)) return wholeCount(context, query)
    const filters = allOf([await soldBetweenSql(read, query), ...listConditions(dialect, query)])
    return sumOf(
      await read<RecordCounts>(selectUnion(sourcesOfAll(dialect), `count(*) AS "all", ${countedByAll}`, filters)),
    )
  }
}

/** Whether the query names a company and nothing else. The statuses it asks for do not matter. */
const isWhole = (query: CountQuery): boolean => {
  const { outletName, terminalName, shiftCode, from, to, leastHundredths, mostHundredths, text } = query
  const named = [outletName, terminalName, shiftCode, from, to, leastHundredths, mostHundredths, text]
  return query.isConsolidated === undefined && named.every((each) => each === null)
}

/** Valid ones are all minus the others, because nearly all are valid. */
async function wholeCount({ read, dialect }: Context, query: OutletFilter): Promise<RecordCounts> {
  const whose = andFilter(dialect, query)
  const [totals, parts] = await Promise.all([
    onlyRow(
      read<Pick<RecordCounts, 'all' | 'attention' | 'needs_person' | 'consolidated'>>(
        sql`SELECT (SELECT count(*) FROM (${selectUnion(sourcesOfAll(dialect, 'record_range'), 'seq', sql`TRUE ${whose}`)}) AS found)
                AS "all",
              (SELECT count(*) FROM record ${dialect.by('record_attention')} WHERE ${raw(attentionSql)} ${whose})
                AS attention,
              (SELECT count(*) FROM record WHERE ${raw(consolidatedSql)} ${whose}) AS consolidated,
              (SELECT count(*) FROM (${needsPersonSeqs(dialect, whose)}) AS needy) AS needs_person`,
      ),
    ),
    read<RecordCounts>(
      selectUnion(sourcesOfNotValid(dialect), `count(*) AS "all", ${countedByPhase}`, sql`TRUE ${whose}`),
    ),
  ])
  const unfinishedOnes = sumOf(parts)
  return { ...unfinishedOnes, ...totals, Valid: totals.all - unfinishedOnes.all }
}

function sumOf(parts: readonly RecordCounts[]): RecordCounts {
  const names = Object.keys(parts[0] ?? {}) as readonly (keyof RecordCounts)[]
  const sums = names.map((name) => [name, parts.reduce((total, counts) => total + counts[name], 0)])
  return Object.fromEntries(sums) as RecordCounts
}

async function onlyRow<Row>(rows: Promise<readonly Row[]>): Promise<Row> {
  const row = await firstRow(rows)
  if (!row) throw new Error('a count has one row')
  return row
}
