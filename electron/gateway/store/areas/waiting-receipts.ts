import type { Database } from 'better-sqlite3'
import { waits } from '../kept/consolidation-rows.ts'
import { unpacked } from '../kept/packed.ts'
import { isIntact } from '../kept/row-hash.ts'
import { type RecordRow, recordOf } from '../kept/rows.ts'
import type { Consolidations, WaitingReceipt, WithBody } from '../port/consolidation.ts'
import type { SalePlace } from '../port/records.ts'
import { unlessDamaged } from '../recovery/damage.ts'
import type { CompanyIds } from './company-ids.ts'

const bodyOf = '(SELECT body FROM event WHERE record_seq = record.seq AND event.revision = record.revision) AS body'
const bodyApart = 'SELECT body FROM event WHERE record_seq = ? AND revision = ?'

export interface WaitingReceiptDeps {
  readonly ids: CompanyIds
  /** The row of a record is not what was written, or cannot be read. */
  readonly damaged: (seq: number) => void
}

/**
 * Receipts that wait, with their notes. One that is damaged keeps no other from being read: its body is not handed out,
 * and where not even its row can be read it is named and left out.
 */
export function prepareWaitingReceipts(
  database: Database,
  { ids, damaged }: WaitingReceiptDeps,
): Consolidations['receipts'] {
  const at = `FROM record INDEXED BY record_waiting
     WHERE company_id = ? AND outlet_name = ? AND terminal_name = ? AND family = ? AND ${waits}
       AND (issued_at, seq) > (?, ?) AND issued_at < ? ORDER BY issued_at, seq LIMIT ?`
  // In the order of the index: any other would sort all that is left, with its bodies, for every page.
  const page = database.prepare<unknown[], RecordRow>(`SELECT record.*, ${bodyOf} ${at}`)
  // Of nothing but the index.
  const places = database.prepare<unknown[], Place>(`SELECT issued_at, seq ${at}`)
  // Of notes on several receipts nobody can say how much is whose; they go by themselves when those are valid.
  const notes = (columns: string) =>
    `SELECT ${columns} FROM reference JOIN record ON record.seq = note_seq
     WHERE original_seq = ? AND phase = 'held' AND attention = 'waits_for_original' AND consolidated_into IS NULL
       AND ever_sent = 0 AND (SELECT count(*) FROM reference other WHERE other.note_seq = record.seq) = 1
     ORDER BY record.seq`
  const notesOf = database.prepare<[number], RecordRow>(notes(`record.*, ${bodyOf}`))
  const noteRows = database.prepare<[number], RecordRow>(notes('record.*'))
  const row = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')
  const body = database.prepare<[number, unknown], Buffer>(bodyApart).pluck()

  const asRead = (found: RecordRow, kept: Uint8Array | null): WithBody => {
    const { seq, company_id } = found
    const isSound = isIntact(found)
    const sent = kept && (unpacked(kept)?.plain ?? null)
    if (!isSound || sent === null) damaged(seq)
    return { seq, record: recordOf(found, ids.nameOf(company_id)), body: isSound ? sent : null }
  }
  const whole = (found: RecordRow) => asRead(found, found['body'] as unknown as Buffer | null)
  const apart = (found: RecordRow) => asRead(found, unlessDamaged(() => body.get(found.seq, found['revision'])) ?? null)
  const notesFor = (seq: number) => unlessDamaged(() => notesOf.all(seq))?.map(whole) ?? noteRows.all(seq).map(apart)

  /** One by one: the page could not be read whole. */
  function readable({ till, after, issuedBefore, limit }: Asked): readonly WaitingReceipt[] {
    for (let from = after; ; ) {
      const named = places.all(...till, ...from, issuedBefore, limit)
      const read = named.flatMap(({ seq }) => {
        const found = unlessDamaged(() => row.get(seq))
        const receipt = found && unlessDamaged(() => ({ ...apart(found), notes: notesFor(seq) }))
        if (!receipt) damaged(seq)
        return receipt ?? []
      })
      const last = named.at(-1)
      if (read.length > 0 || !last) return read
      from = [last.issued_at, last.seq]
    }
  }

  return async ({ companyGuid, family, outletName, terminalName, issuedBefore }, after, limit) => {
    const till = [ids.idOf(companyGuid), outletName, terminalName, family]
    const asked = { till, after: placeOf(after), issuedBefore, limit }
    const read = unlessDamaged(() =>
      page
        .all(...till, ...asked.after, issuedBefore, limit)
        .map((found) => ({ ...whole(found), notes: notesFor(found.seq) })),
    )
    return read ?? readable(asked)
  }
}

const placeOf = (after: SalePlace | null): readonly [number, number] =>
  after ? [after.issuedAt, after.seq] : [Number.MIN_SAFE_INTEGER, 0]

interface Asked {
  readonly till: readonly unknown[]
  readonly after: readonly [number, number]
  readonly issuedBefore: number
  readonly limit: number
}

interface Place {
  readonly issued_at: number
  readonly seq: number
}
