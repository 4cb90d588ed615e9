import { type NamedRow, namedColumns } from '../../store/kept/named-rows.ts'
import { paidIn, paidUnreadably } from '../../store/kept/payments.ts'
import { codedCells, type ShiftRow, shiftRows } from '../../store/kept/shift-rows.ts'
import type { Shifts } from '../../store/port/shifts.ts'
import { type Ask, first } from '../ask.ts'
import type { StoredOf } from '../records/stored.ts'

const coded = 'record.company_id = $1 AND outlet_name = $2 AND terminal_name = $3 AND shift_code = $4'

const noBody = new Uint8Array()

type ContentRow = NamedRow & { readonly body: Uint8Array | null }

interface ContentDeps {
  readonly read: Ask
  readonly stored: StoredOf
}

/** Everything of a shift, all read at one moment. */
export const prepareShiftDocuments =
  ({ read, stored }: ContentDeps): Shifts['documents'] =>
  async (id) => {
    const row = await first(read<ShiftRow>(`${shiftRows} WHERE shift.id = $1`, id))
    if (!row) throw new Error(`there is no shift ${id}`)
    const throughSeq =
      row.through_seq ?? (await first(read<{ readonly seq: number }>('SELECT record_seq AS seq FROM place')))?.seq ?? 0
    const rows = await read<ContentRow>(
      `SELECT ${namedColumns}, event.body FROM record JOIN company ON company.id = record.company_id
     LEFT JOIN event ON record_seq = record.seq AND event.revision = record.revision
     WHERE ${coded} AND record.seq > $5 AND record.seq <= $6 ORDER BY record.seq`,
      ...codedCells(row),
      row.from_seq,
      throughSeq,
    )
    const documents = rows.map(async (each) => ({
      record: (await stored(each)).record,
      ...(paidIn(each.body ?? noBody) ?? paidUnreadably),
    }))
    return { documents: await Promise.all(documents), throughSeq }
  }
