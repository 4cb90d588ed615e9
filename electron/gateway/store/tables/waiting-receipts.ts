import type { Consolidations, RecordWithBody } from '../port/consolidation.ts'
import { columnsWithCompany, isIntact, type RowWithCompany, toConsolidateSql } from '../rows/record-row.ts'
import { beyond, type Engine, numbersIn, raw, type Statement, sql } from '../sql.ts'
import { companyIdSql, recordsWithCompany } from './record-rows.ts'
import { newestBodySql, uncheckedRecord } from './stored-of.ts'

type ReceiptRow = RowWithCompany & { readonly body: Uint8Array | null }

const withBody = `${columnsWithCompany}, ${newestBodySql.text} AS body`

// A note on several receipts does not say how much belongs to which. It goes by itself when they are valid.
const waitAlone = raw(`phase = 'held' AND attention = 'waits_for_consolidation' AND consolidated_into IS NULL
  AND ever_sent = 0 AND (SELECT count(*) FROM reference other WHERE other.note_seq = record.seq) = 1`)

/** @param damaged called for a changed row or body: the body of such a receipt is left out */
export function waitingReceipts(engine: Engine, damaged: (seq: number) => void): Consolidations['receipts'] {
  const { read, dialect, unpacked } = engine
  const records = (columns: string, from: Statement) => recordsWithCompany(dialect, from, columns)
  function asRead(row: ReceiptRow): RecordWithBody {
    const isSound = isIntact(row)
    const body = row.body && unpacked(row.body)
    if (!isSound || !body) damaged(row.seq)
    return { ...uncheckedRecord(row), body: isSound ? body : null }
  }
  return async ({ companyGuid, family, outletName, terminalName, issuedBefore }, after, limit) => {
    const place = { at: after?.issuedAt ?? Number.MIN_SAFE_INTEGER, seq: after?.seq ?? 0 }
    // In the order of the index: any other order would sort all the rest for every page.
    const rows = await read<ReceiptRow>(
      sql`${records(withBody, sql`record ${dialect.by('record_waiting')}`)}
          WHERE company_id = ${companyIdSql(companyGuid)} AND outlet_name = ${outletName}
            AND terminal_name = ${terminalName} AND family = ${family} AND ${raw(toConsolidateSql)}
            AND ${beyond('issued_at', '>', place)} AND issued_at < ${issuedBefore}
          ORDER BY issued_at, seq LIMIT ${limit}`,
    )
    const seqs = rows.map(({ seq }) => seq)
    const notes = await read<ReceiptRow & { readonly original_seq: number }>(
      sql`${records(`${withBody}, original_seq`, sql`reference ${dialect.thenJoin} record ON record.seq = note_seq`)}
          WHERE original_seq IN ${numbersIn(dialect, seqs)}
            AND ${waitAlone} ORDER BY record.seq`,
    )
    return rows.map((row) => {
      const own = notes.filter((note) => note.original_seq === row.seq)
      return { ...asRead(row), notes: own.map(asRead) }
    })
  }
}
