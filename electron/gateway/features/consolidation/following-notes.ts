import type { CheckedSale } from '../../../../shared/document/check.ts'
import { arePartiesDifferent } from '../../../../shared/document/party.ts'
import { isReceipt } from '../../../../shared/domain/consolidation-rules.ts'
import { type ByAndAt, decideNoteFollowsReceipt } from '../../../../shared/domain/person-acts.ts'
import type { Content, RecordState } from '../../../../shared/domain/record.ts'
import type { Records, StoredRecord, Update } from '../../store/port/records.ts'
import { nullIfUnreadable, parseBody, parseSaleOrNull } from '../../stored-sale.ts'

export interface ReceiptConversion extends ByAndAt {
  readonly receipt: StoredRecord
  readonly sale: CheckedSale
  /** The buyer as the wire names one. */
  readonly buyer: unknown
  readonly check: (record: RecordState, body: object) => CheckedSale
}

interface Following {
  readonly writes: readonly Update[]
  readonly others: readonly StoredRecord[]
}

type KeptRecords = Pick<Records, 'body' | 'originals'>

/** @param notes all that count on the receipt that is converted */
export async function planNoteConversions(
  records: KeptRecords,
  notes: readonly StoredRecord[],
  converting: ReceiptConversion,
): Promise<Following> {
  const waiting = notes.filter(({ record }) => record.phase === 'held' || record.phase === 'queued')
  const found = await Promise.all(waiting.map((note) => following(records, note, converting)))
  return { writes: found.flatMap(({ writes }) => writes), others: found.flatMap(({ others }) => others) }
}

async function following(
  records: KeptRecords,
  note: StoredRecord,
  { receipt, sale, buyer, check, by, at }: ReceiptConversion,
): Promise<Following> {
  const bodyOf = ({ seq, record }: StoredRecord) => records.body(seq, record.revision)
  const others = (await records.originals(note.seq)).filter(({ seq }) => seq !== receipt.seq)
  const buyers = [
    sale.buyer,
    ...(await Promise.all(others.map(async (other) => parseSaleOrNull(await bodyOf(other), other.record)?.buyer))),
  ]
  const kept = await bodyOf(note)
  const own = parseSaleOrNull(kept, note.record)?.buyer
  const differs = buyers.some((each) => arePartiesDifferent(own ?? sale.buyer, each))
  // A note without a buyer cannot go with this one if it is also on receipts that stay, or if its buyer differs.
  const mayGo = own !== undefined || !(differs || others.some(({ record }) => isReceipt(record)))
  const body = mayGo ? nullIfUnreadable(() => ({ ...parseBody(kept), ...(!own && { BUYER: buyer }) })) : null
  const isLawful = body !== null && nullIfUnreadable(() => check(note.record, body)) !== null
  const content = isLawful ? { ...unconsolidatedContentOf(note.record), buyerDiffers: differs } : null
  const decision = decideNoteFollowsReceipt(note.record, { by, at, content })
  if (decision.kind === 'unchanged') return { writes: [], others }
  const update = { kind: 'update', was: note, event: decision.event, by } as const
  return { writes: [{ ...update, ...(isLawful && { body: jsonBytes(body) }) }], others }
}

export const jsonBytes = (body: object) => new TextEncoder().encode(JSON.stringify(body))

export const unconsolidatedContentOf = (record: RecordState): Content => ({
  documentNumber: record.documentNumber,
  currencyCode: record.currencyCode,
  totalPayable: record.totalPayable,
  roundingDifference: record.roundingDifference,
  issuedAt: record.issuedAt,
  consolidated: false,
  ...(record.sentAs && { sentAs: record.sentAs }),
})
