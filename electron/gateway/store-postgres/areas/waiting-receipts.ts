import { waits } from '../../store/kept/consolidation-rows.ts'
import { type NamedRow, namedColumns } from '../../store/kept/named-rows.ts'
import { isIntact } from '../../store/kept/row-hash.ts'
import type { Consolidations, WaitingReceipt, WithBody } from '../../store/port/consolidation.ts'
import { storedAsWritten } from '../../store/tables/stored-of.ts'
import { type Ask, numbersCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'

type WithBodyRow = NamedRow & { readonly body: Uint8Array | null; readonly original_seq: number }

const withBody = (columns = '') =>
  `SELECT ${namedColumns}${columns},
     (SELECT body FROM event WHERE record_seq = record.seq AND event.revision = record.revision) AS body
   FROM record JOIN company ON company.id = record.company_id`

/** Of notes on several receipts nobody can say how much is whose; they go by themselves when those are valid. */
const notes = `${withBody(', original_seq')} JOIN reference ON note_seq = record.seq
  WHERE original_seq = ANY ($1::bigint[]) AND phase = 'held' AND attention = 'waits_for_original'
    AND consolidated_into IS NULL AND ever_sent = 0
    AND (SELECT count(*) FROM reference other WHERE other.note_seq = record.seq) = 1
  ORDER BY record.seq`

interface Context {
  readonly read: Ask
  readonly companies: CompanyIds
  /** The row of a record is not what was written. */
  readonly damaged: (seq: number) => Promise<void>
}

/** Receipts that wait, with their notes. The body of one whose row is not what was written is not handed out. */
export function prepareWaitingReceipts({ read, companies, damaged }: Context): Consolidations['receipts'] {
  const asRead = async (row: WithBodyRow): Promise<WithBody> => {
    const isSound = isIntact(row)
    if (!isSound || row.body === null) await damaged(row.seq)
    return { ...storedAsWritten(row), body: isSound ? row.body : null }
  }
  return async ({ companyGuid, family, outletName, terminalName, issuedBefore }, after, limit) => {
    const place = after ?? { issuedAt: Number.MIN_SAFE_INTEGER, seq: 0 }
    const receipts = await read<WithBodyRow>(
      `${withBody()} WHERE company_id = $1 AND outlet_name = $2 AND terminal_name = $3 AND family = $4 AND ${waits}
         AND (issued_at, seq) > ($5, $6) AND issued_at < $7 ORDER BY issued_at, seq LIMIT $8`,
      await companies.idOf(companyGuid),
      outletName,
      terminalName,
      family,
      place.issuedAt,
      place.seq,
      issuedBefore,
      limit,
    )
    const noted = await read<WithBodyRow>(notes, numbersCell(receipts.map(({ seq }) => seq)))
    return Promise.all(
      receipts.map(async (row): Promise<WaitingReceipt> => {
        const own = noted.filter((note) => note.original_seq === row.seq)
        return { ...(await asRead(row)), notes: await Promise.all(own.map(asRead)) }
      }),
    )
  }
}
