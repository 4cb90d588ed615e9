import type { Consolidations, RecordWithBody, WaitingReceipt } from '../port/consolidation.ts'
import { columnsWithCompany, isIntact, type RowWithCompany, waitingSql } from '../rows/record-row.ts'
import { type Engine, raw, type Statement, sql } from '../sql.ts'
import { companyIdSql, recordsWithCompany } from './record-rows.ts'
import { fromEvents, newestBodySql, noneIf, uncheckedRecord } from './stored-of.ts'

type ReceiptRow = RowWithCompany & { readonly body: Uint8Array | null }
type NoteRow = ReceiptRow & { readonly original_seq: number }
interface PositionRow {
  readonly issued_at: number
  readonly seq: number
}

const withBody = `${columnsWithCompany}, ${newestBodySql.text} AS body`

// A note on several receipts does not say how much belongs to which. It goes by itself when they are valid.
const waitAlone = raw(`phase = 'held' AND attention = 'waits_for_original' AND consolidated_into IS NULL
  AND ever_sent = 0 AND (SELECT count(*) FROM reference other WHERE other.note_seq = record.seq) = 1`)

/** The row was changed or cannot be read. */
type Damaged = (seq: number) => unknown

function receiptReads({ read, dialect, isDamage, unpacked }: Engine, damaged: Damaged) {
  const records = (columns: string, from = sql`record`) => recordsWithCompany(dialect, from, columns)
  const notesOn = (seqs: readonly number[], columns: string) =>
    sql`${records(columns, sql`reference ${dialect.thenJoin} record ON record.seq = note_seq`)}
        WHERE original_seq IN (SELECT CAST(value AS bigint) FROM ${dialect.textsOf(JSON.stringify(seqs))})
          AND ${waitAlone} ORDER BY record.seq`

  async function asRead(row: RowWithCompany, kept: Uint8Array | null): Promise<RecordWithBody> {
    const isSound = isIntact(row)
    const body = kept && unpacked(kept)
    if (!isSound || !body) await damaged(row.seq)
    return { ...uncheckedRecord(row), body: isSound ? body : null }
  }

  async function whole(from: Statement, where: Statement): Promise<readonly WaitingReceipt[]> {
    const rows = await read<ReceiptRow>(sql`${records(withBody, from)} ${where}`)
    const seqs = rows.map(({ seq }) => seq)
    const notes = await read<NoteRow>(notesOn(seqs, `${withBody}, original_seq`))
    return Promise.all(
      rows.map(async (row) => {
        const own = notes.filter((note) => note.original_seq === row.seq)
        return {
          ...(await asRead(row, row.body)),
          notes: await Promise.all(own.map((note) => asRead(note, note.body))),
        }
      }),
    )
  }

  /**
   * Reads one receipt with its notes, row by row.
   * @returns nothing if its row cannot be read
   */
  async function oneByOne(seq: number): Promise<readonly WaitingReceipt[]> {
    const bodied = async (row: RowWithCompany) => {
      const body = sql`SELECT body FROM ${fromEvents(row.seq)} AND revision = ${row['revision'] ?? null}`
      const [kept] = await read<Pick<ReceiptRow, 'body'>>(body).catch(noneIf(isDamage))
      return asRead(row, kept?.body ?? null)
    }
    const rows = await read<RowWithCompany>(sql`${records(columnsWithCompany)} WHERE record.seq = ${seq}`)
    const notes = await read<RowWithCompany>(notesOn([seq], columnsWithCompany))
    return Promise.all(
      rows.map(async (row) => ({ ...(await bodied(row)), notes: await Promise.all(notes.map(bodied)) })),
    )
  }

  return { whole, oneByOne }
}

/** A damaged receipt does not hide others: its body is left out; if its row cannot be read, it is only reported. */
export function waitingReceipts(engine: Engine, damaged: Damaged): Consolidations['receipts'] {
  const { read, dialect, isDamage } = engine
  const { whole, oneByOne } = receiptReads(engine, damaged)
  return async ({ companyGuid, family, outletName, terminalName, issuedBefore }, after, limit) => {
    const from = sql`record ${dialect.by('record_waiting')}`
    // In the order of the index: any other order would sort all the rest for every page.
    const behind = (at: number, seq: number) =>
      sql`WHERE company_id = ${companyIdSql(companyGuid)} AND outlet_name = ${outletName}
            AND terminal_name = ${terminalName} AND family = ${family} AND ${raw(waitingSql)}
            AND ${dialect.beyond('issued_at', '>', { at, seq })} AND issued_at < ${issuedBefore}
          ORDER BY issued_at, seq LIMIT ${limit}`
    const first = [after?.issuedAt ?? Number.MIN_SAFE_INTEGER, after?.seq ?? 0] as const
    try {
      return await whole(from, behind(...first))
    } catch (cause) {
      if (!isDamage(cause)) throw cause
    }
    for (let place = first; ; ) {
      const places = await read<PositionRow>(sql`SELECT issued_at, seq FROM ${from} ${behind(...place)}`)
      const found: WaitingReceipt[] = []
      for (const { seq } of places) {
        const receipts = await oneByOne(seq).catch(noneIf(isDamage))
        if (receipts.length === 0) await damaged(seq)
        found.push(...receipts)
      }
      const last = places.at(-1)
      if (found.length > 0 || !last) return found
      place = [last.issued_at, last.seq]
    }
  }
}
