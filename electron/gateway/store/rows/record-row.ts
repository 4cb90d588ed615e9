import { hash } from 'node:crypto'
import type { AuthorityError, Cancellation, CodeMapping, RecordState } from '../../../../shared/domain/record.ts'
import type { Concern } from '../../../../shared/domain/shift.ts'
import { inactivePhases, type Status } from '../../../../shared/domain/status.ts'

export type Cell = string | number | null
export type RecordRow = Readonly<Record<string, Cell>> & { readonly seq: number; readonly company_id: number }

export type RowWithCompany = RecordRow & { readonly company_guid: string; readonly company_code: string }

export const columnsWithCompany = 'record.*, company.guid AS company_guid, company.code AS company_code'
export const selectWithCompany = `SELECT ${columnsWithCompany} FROM record JOIN company ON company.id = record.company_id`

/** The condition of the index `record_waiting`. */
export const waitingSql = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

type Columns = readonly (readonly [name: string, value: (record: RecordState) => Cell])[]

/** Columns that never change. */
export const fixedColumns: Columns = [
  ['sale_guid', (record) => record.saleGuid],
  ['family', (record) => record.family],
  ['kind', (record) => record.kind],
  ['outlet_name', (record) => record.outletName],
  ['terminal_name', (record) => record.terminalName],
  ['shift_code', (record) => record.shiftCode],
  ['sale_code', (record) => record.saleCode],
  ['submitted_at', (record) => record.submittedAt],
  ['members', (record) => record.members],
]

/** Columns that events change. */
export const changingColumns: Columns = [
  ['version', (record) => record.version],
  ['revision', (record) => record.revision],
  ['document_number', (record) => record.documentNumber],
  ['currency_code', (record) => record.currencyCode],
  ['total_payable', (record) => record.totalPayable],
  ['issued_at', (record) => record.issuedAt],
  ['consolidated', (record) => Number(record.consolidated)],
  ['phase', (record) => record.phase],
  ['ever_sent', (record) => Number(record.everSent)],
  ['sent_before', (record) => Number(record.sentBefore)],
  ['confirmed_not_received', (record) => Number(record.confirmedNotReceived)],
  ['attempts', (record) => record.attempts],
  ['attempt_id', (record) => record.attemptId],
  ['first_sent_at', (record) => record.firstSentAt],
  ['document_time', (record) => record.documentTime],
  ['doubted_at', (record) => record.doubt?.since ?? null],
  ['look_ups', (record) => record.doubt?.lookUps ?? 0],
  ['last_look_up_at', (record) => record.doubt?.lastLookUpAt ?? null],
  ['closed', (record) => Number(record.closed)],
  ['attention', (record) => record.attention],
  ['consolidated_into', (record) => record.consolidatedInto],
  ['validated_at', (record) => record.validatedAt],
  ['cancellable_until', (record) => record.cancellableUntil],
  ['voided_at', (record) => record.voided?.at ?? null],
  ['voided_by', (record) => record.voided?.by ?? null],
  ['cancelled_at', (record) => record.cancelledAt],
  ['uuid', (record) => record.authority?.uuid ?? null],
  ['submission_uid', (record) => record.authority?.submissionUid ?? null],
  ['long_id', (record) => record.authority?.longId ?? null],
  ['errors', (record) => (record.errors.length > 0 ? JSON.stringify(record.errors) : null)],
  ['cancellation', (record) => (record.cancellation ? JSON.stringify(record.cancellation) : null)],
  ['rounding_difference', (record) => record.roundingDifference],
  ['buyer_differs', (record) => Number(record.buyerDiffers)],
  ['sent_as', (record) => (record.sentAs ? JSON.stringify(record.sentAs) : null)],
]

export const recordCells = (columns: Columns, record: RecordState): Cell[] => columns.map(([, value]) => value(record))
export const columnNamesOf = (columns: Columns): string[] => columns.map(([name]) => name)

/** The columns' CHECKs guarantee the words. */
export function recordOf(row: RecordRow, company: { readonly guid: string; readonly code: string }): RecordState {
  const text = (name: string) => row[name] as string
  const number = (name: string) => row[name] as number
  const optionalText = (name: string) => row[name] as string | null
  const optionalNumber = (name: string) => row[name] as number | null
  const flag = (name: string) => row[name] === 1
  return {
    saleGuid: text('sale_guid'),
    companyGuid: company.guid,
    companyCode: company.code,
    family: text('family') as RecordState['family'],
    kind: text('kind') as RecordState['kind'],
    outletName: text('outlet_name'),
    terminalName: text('terminal_name'),
    shiftCode: text('shift_code'),
    saleCode: text('sale_code'),
    submittedAt: number('submitted_at'),
    members: number('members'),
    version: number('version'),
    revision: number('revision'),
    documentNumber: text('document_number'),
    currencyCode: text('currency_code'),
    totalPayable: text('total_payable'),
    issuedAt: number('issued_at'),
    roundingDifference: optionalText('rounding_difference'),
    buyerDiffers: flag('buyer_differs'),
    sentAs: parsed<readonly CodeMapping[]>(row['sent_as']),
    consolidated: flag('consolidated'),
    phase: text('phase') as RecordState['phase'],
    everSent: flag('ever_sent'),
    sentBefore: flag('sent_before'),
    confirmedNotReceived: flag('confirmed_not_received'),
    attempts: number('attempts'),
    attemptId: optionalText('attempt_id'),
    firstSentAt: optionalNumber('first_sent_at'),
    documentTime: optionalNumber('document_time'),
    doubt: doubtOf(row),
    closed: flag('closed'),
    attention: optionalText('attention') as RecordState['attention'],
    consolidatedInto: optionalText('consolidated_into'),
    validatedAt: optionalNumber('validated_at'),
    cancellableUntil: optionalNumber('cancellable_until'),
    voided: row['voided_at'] === null ? null : { at: number('voided_at'), by: text('voided_by') },
    cancelledAt: optionalNumber('cancelled_at'),
    authority: authorityOf(row),
    errors: parsed<readonly AuthorityError[]>(row['errors']) ?? [],
    cancellation: cancellationOf(row),
  }
}

function doubtOf(row: RecordRow): RecordState['doubt'] {
  if (row['doubted_at'] === null) return null
  return {
    since: row['doubted_at'] as number,
    lookUps: row['look_ups'] as number,
    lastLookUpAt: row['last_look_up_at'] as number | null,
  }
}

function authorityOf(row: RecordRow): RecordState['authority'] {
  if (row['uuid'] === null) return null
  return {
    uuid: row['uuid'] as string,
    submissionUid: row['submission_uid'] as string,
    longId: row['long_id'] as string,
  }
}

function cancellationOf(row: RecordRow): Cancellation | null {
  const kept = parsed<Cancellation>(row['cancellation'])
  return kept && { ...kept, doubtedAt: kept.doubtedAt ?? null }
}

const parsed = <Value>(cell: Cell | undefined): Value | null =>
  typeof cell === 'string' ? (JSON.parse(cell) as Value) : null

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
export const activeSql = `phase NOT IN (${inactivePhases.map((phase) => `'${phase}'`).join(', ')})`

/** One condition both for showing this and for refusing a cancellation. */
export const referredToSql = (seq: string): string =>
  `EXISTS (SELECT 1 FROM reference JOIN record note ON note.seq = note_seq
   WHERE original_seq = ${seq} AND note.${activeSql})`

const isInPhase = (...phases: readonly RecordState['phase'][]) =>
  `(${phases.map((phase) => `phase = '${phase}'`).join(' OR ')})`

/** The index `record_living` has these, and what is due. SQLite uses it for conditions in the same words. */
export const livingSql = isInPhase('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted')

/** The same phases as in the index `record_ended` of the schema. */
export const endedSql = isInPhase('invalid', 'voided', 'cancelled', 'conflict')

const wasOut = '(ever_sent = 1 OR confirmed_not_received = 1)'

/** `statusOf` in SQL. */
export const statusSql: Readonly<Record<Status, string>> = {
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

/** `isReceiptOrMember` in SQL. */
const travelsSql = '(members = 0 AND (consolidated = 1 OR consolidated_into IS NOT NULL))'

/** Decided by the phase, which the index of lists has. */
export const concernSql: Readonly<Partial<Record<Concern, string>>> = {
  unsent: `(${statusSql.Pending} AND NOT ${travelsSql})`,
  unconsolidated: `(${statusSql.Pending} AND ${travelsSql})`,
  unanswered: `(${statusSql.InProgress} AND NOT ${inDoubtSql})`,
  in_doubt: inDoubtSql,
}

export const refusedSql = "(phase = 'invalid' AND closed = 0)"

export const needsPersonSql = `(attention IS NOT NULL OR ${refusedSql})`

/** Without receipts that only wait for consolidation. */
export const underWaySql = `((${[concernSql.unsent, concernSql.unanswered, concernSql.in_doubt].join(' OR ')}) AND NOT ${needsPersonSql})`
