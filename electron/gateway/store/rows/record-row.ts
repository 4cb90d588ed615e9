import { hash } from 'node:crypto'
import type { AuthorityReference, OpenDoubt, RecordState } from '../../../../shared/domain/record.ts'
import type { Concern } from '../../../../shared/domain/shift.ts'
import { inactivePhases, type Status } from '../../../../shared/domain/status.ts'

export type Cell = string | number | null
export type RecordRow = Readonly<Record<string, Cell>> & { readonly seq: number; readonly company_id: number }

export type RowWithCompany = RecordRow & { readonly company_guid: string; readonly company_code: string }

export const columnsWithCompany = 'record.*, company.guid AS company_guid, company.code AS company_code'
export const selectWithCompany = `SELECT ${columnsWithCompany} FROM record JOIN company ON company.id = record.company_id`

/** The condition of the index `record_waiting`. */
export const toConsolidateSql = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

type Columns = readonly (readonly [name: string, cell: (record: RecordState) => Cell])[]

/** How the value of a field is written into columns, and read from them. */
interface Codec<Value> {
  readonly columns: readonly (readonly [name: string, cell: (value: Value) => Cell])[]
  readonly read: (row: RecordRow) => Value
}

/** The columns' CHECKs guarantee the words. */
const same = <Value extends Cell>(name: string): Codec<Value> => ({
  columns: [[name, (value) => value]],
  read: (row) => row[name] as Value,
})

const flag = (name: string): Codec<boolean> => ({ columns: [[name, Number]], read: (row) => row[name] === 1 })

/** @param none written as NULL */
const json = <Value>(name: string, none: Value): Codec<Value> => ({
  columns: [[name, (value) => (JSON.stringify(value) === JSON.stringify(none) ? null : JSON.stringify(value))]],
  read: (row) => (typeof row[name] === 'string' ? (JSON.parse(row[name]) as Value) : none),
})

/** A column for each part. The first is NULL if there is no value. @param none the other cells then, if not NULL */
function parts<Value extends object>(
  names: Readonly<Record<keyof Value & string, string>>,
  none: { readonly [Part in keyof Value]?: Cell } = {},
): Codec<Value | null> {
  const all = Object.entries(names) as [keyof Value & string, string][]
  const [[, first] = ['', '']] = all
  return {
    columns: all.map(([part, name]) => [name, (value) => (value ? (value[part] as Cell) : (none[part] ?? null))]),
    read: (row) =>
      row[first] === null ? null : (Object.fromEntries(all.map(([part, name]) => [part, row[name]])) as Value),
  }
}

type Codecs<Field extends keyof RecordState> = { readonly [Each in Field]: Codec<RecordState[Each]> }

const fixed = {
  saleGuid: same('sale_guid'),
  family: same('family'),
  kind: same('kind'),
  outletName: same('outlet_name'),
  terminalName: same('terminal_name'),
  shiftCode: same('shift_code'),
  saleCode: same('sale_code'),
  submittedAt: same('submitted_at'),
  members: same('members'),
} satisfies Partial<Codecs<keyof RecordState>>

const changing: Codecs<Exclude<keyof RecordState, keyof typeof fixed | 'companyGuid' | 'companyCode'>> = {
  version: same('version'),
  revision: same('revision'),
  documentNumber: same('document_number'),
  currencyCode: same('currency_code'),
  totalPayable: same('total_payable'),
  issuedAt: same('issued_at'),
  consolidated: flag('consolidated'),
  phase: same('phase'),
  everSent: flag('ever_sent'),
  sentBefore: flag('sent_before'),
  confirmedNotReceived: flag('confirmed_not_received'),
  attempts: same('attempts'),
  attemptId: same('attempt_id'),
  firstSentAt: same('first_sent_at'),
  documentTime: same('document_time'),
  doubt: parts<OpenDoubt>(
    { since: 'doubted_at', lookUps: 'look_ups', lastLookUpAt: 'last_look_up_at' },
    { lookUps: 0 },
  ),
  closed: flag('closed'),
  attention: same('attention'),
  consolidatedInto: same('consolidated_into'),
  validatedAt: same('validated_at'),
  cancellableUntil: same('cancellable_until'),
  voided: parts<NonNullable<RecordState['voided']>>({ at: 'voided_at', by: 'voided_by', reason: 'void_reason' }),
  cancelledAt: same('cancelled_at'),
  authority: parts<AuthorityReference>({ uuid: 'uuid', submissionUid: 'submission_uid', longId: 'long_id' }),
  errors: json<RecordState['errors']>('errors', []),
  cancellation: json<RecordState['cancellation']>('cancellation', null),
  roundingDifference: same('rounding_difference'),
  buyerDiffers: flag('buyer_differs'),
  sentAs: json<RecordState['sentAs']>('sent_as', null),
}

const columnsIn = (codecs: Partial<Codecs<keyof RecordState>>): Columns =>
  Object.entries(codecs).flatMap(([field, codec]) =>
    (codec as Codec<unknown>).columns.map(
      ([name, cell]) => [name, (record: RecordState) => cell(record[field as keyof RecordState])] as const,
    ),
  )

/** Columns that never change. */
export const fixedColumns = columnsIn(fixed)
/** Columns that events change. */
export const changingColumns = columnsIn(changing)

export const recordCells = (columns: Columns, record: RecordState): Cell[] => columns.map(([, cell]) => cell(record))
export const columnNamesOf = (columns: Columns): string[] => columns.map(([name]) => name)

const codecs = Object.entries({ ...fixed, ...changing })
/** Copied, so that all records have one shape: that makes reading four times as fast. */
const blank = Object.fromEntries(codecs.map(([field]) => [field, null]))

export function recordOf(row: RecordRow, company: { readonly guid: string; readonly code: string }): RecordState {
  const record: Record<string, unknown> = { ...blank, companyGuid: company.guid, companyCode: company.code }
  for (const [field, { read }] of codecs) record[field] = read(row)
  return record as unknown as RecordState
}

/** The columns in the order of the hash. */
export const hashedColumns: readonly string[] = [
  'company_id',
  ...columnNamesOf(fixedColumns),
  ...columnNamesOf(changingColumns),
]

/** A hash over the whole row. Empty cells (NULL, 0) are left out. @param cells in the order of their names */
export function rowHash(names: readonly string[], cells: readonly Cell[]): Buffer {
  const said: Cell[] = []
  cells.forEach((cell, at) => {
    if (cell !== null && cell !== 0) said.push(names[at] ?? '', cell)
  })
  return hash('sha256', JSON.stringify(said), 'buffer')
}

/** Whether the row is unchanged since it was written. */
export function isIntact(row: RecordRow): boolean {
  const cells = hashedColumns.map((name) => row[name] ?? null)
  const written = row['row_hash'] as unknown
  return written instanceof Uint8Array && rowHash(hashedColumns, cells).equals(written)
}

// Flags are 0 and 1 in both engines.

/** A total always has two places. Without the point it is a whole number: comparisons and sums are exact. */
export const payableHundredths = "CAST(replace(total_payable, '.', '') AS bigint)"

/** A record that counts. */
export const pendingOrValidSql = `phase NOT IN (${inactivePhases.map((phase) => `'${phase}'`).join(', ')})`

/** One condition both for showing this and for refusing a cancellation. */
export const referredToSql = (seq: string): string =>
  `EXISTS (SELECT 1 FROM reference JOIN record note ON note.seq = note_seq
   WHERE original_seq = ${seq} AND note.${pendingOrValidSql})`

const isInPhase = (...phases: readonly RecordState['phase'][]) =>
  `(${phases.map((phase) => `phase = '${phase}'`).join(' OR ')})`

/** The index `record_living` has these, and what is due. SQLite uses it for conditions in the same words. */
export const unfinishedSql = isInPhase('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted')

/** The same phases as in the index `record_ended` of the schema. */
export const endedSql = isInPhase('invalid', 'voided', 'cancelled', 'conflict')

const wasOut = '(ever_sent = 1 OR confirmed_not_received = 1)'

/** `statusOf` in SQL. */
export const sqlByStatus: Readonly<Record<Status, string>> = {
  Pending: `(phase IN ('queued', 'held') AND NOT ${wasOut})`,
  InProgress: `(phase IN ('sending', 'unknown', 'conflict', 'submitted') OR (phase IN ('queued', 'held') AND ${wasOut}))`,
  Valid: `phase = 'valid'`,
  Invalid: `phase = 'invalid'`,
  Cancelled: `phase = 'cancelled'`,
  Voided: `phase = 'voided'`,
}

/** `isInDoubt` in SQL. */
const inDoubtSql =
  "(phase IN ('unknown', 'conflict') OR (phase IN ('queued', 'held') AND ever_sent = 1) " +
  "OR (phase = 'sending' AND sent_before = 1))"

/** `goesWithConsolidation` in SQL. */
const travelsSql =
  "(members = 0 AND (consolidated = 1 OR consolidated_into IS NOT NULL OR coalesce(attention, '') = 'waits_for_consolidation'))"

/** Decided by the phase, which the index of lists has. */
export const sqlByConcern: Readonly<Partial<Record<Concern, string>>> = {
  unsent: `(${sqlByStatus.Pending} AND NOT ${travelsSql})`,
  unconsolidated: `(${sqlByStatus.Pending} AND ${travelsSql})`,
  unanswered: `(${sqlByStatus.InProgress} AND NOT ${inDoubtSql})`,
  in_doubt: inDoubtSql,
}

export const openInvalidSql = "(phase = 'invalid' AND closed = 0)"

/** `needsPerson` in SQL. */
export const attentionSql =
  "(attention IS NOT NULL AND attention NOT IN ('waits_for_original', 'waits_for_consolidation'))"

export const needsPersonSql = `(${attentionSql} OR ${openInvalidSql})`

/** Without receipts that only wait for consolidation. */
export const underWaySql = `((${[sqlByConcern.unsent, sqlByConcern.unanswered, sqlByConcern.in_doubt].join(' OR ')}) AND NOT ${needsPersonSql})`
