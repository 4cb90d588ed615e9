import { settleAmounts } from '../../../shared/document/arithmetic.ts'
import type { CheckedSale } from '../../../shared/document/check.ts'
import { sum, zero } from '../../../shared/document/decimals.ts'
import { type Finding, finding } from '../../../shared/document/finding.ts'
import type { Party, Sale } from '../../../shared/document/sale.ts'
import { isGeneralTin } from '../../../shared/document/tin.ts'
import type { Kind, RecordState } from '../../../shared/domain/record.ts'
import type { Records, Stored } from '../store/port-records.ts'

export interface KeptParts {
  readonly records: Pick<Records, 'body' | 'notesOn'>
  /** A kept body as a sale, unchecked; null where it cannot be read as one any more. */
  readonly keptSale: (body: Uint8Array, cell: Pick<RecordState, 'family' | 'kind'>) => Sale | null
}

/** A note that is being submitted, and what it refers to. */
export interface Note {
  readonly kind: Kind
  readonly sale: CheckedSale
  /** Those kept here. */
  readonly originals: readonly Stored[]
  /** The note as it is kept, where this corrects it. */
  readonly corrected: Stored | null
}

/**
 * Whether it names another party than what it refers to, which is told; a refund of more than there was, debit notes
 * included, is added to `findings` (contract 5). Of documents that are not kept here, nothing is known.
 */
export async function compareWithOriginals(
  kept: KeptParts,
  note: Note,
  findings: Finding[],
): Promise<{ readonly buyerDiffers: boolean }> {
  const sales = await Promise.all(note.originals.map((original) => saleOf(kept, original)))
  if (note.kind === 'refund_note') await checkRefund(kept, note, { sales, findings })
  return { buyerDiffers: sales.some((sale) => sale !== null && namesAnother(note.sale, sale)) }
}

const saleOf = async ({ records, keptSale }: KeptParts, { seq, record }: Stored): Promise<Sale | null> =>
  keptSale(await records.body(seq, record.revision), record)

const otherSide = ({ buyer, supplier }: Sale): Party | undefined => buyer ?? supplier

/** Nobody named is the general public on both sides: a note on a receipt needs no buyer. */
function namesAnother(note: Sale, original: Sale): boolean {
  const [named, was] = [otherSide(note), otherSide(original)]
  if (!named) return was !== undefined
  if (!was || named.tin !== was.tin) return true
  // Of those who share a TIN only the number tells who is who.
  return isGeneralTin(named.tin) && named.idNumber !== was.idNumber
}

interface Refunding {
  /** Null for what cannot be read any more. */
  readonly sales: readonly (Sale | null)[]
  readonly findings: Finding[]
}

async function checkRefund(
  kept: KeptParts,
  { sale, originals, corrected }: Note,
  { sales, findings }: Refunding,
): Promise<void> {
  const refunded = await notesOn(kept, originals, corrected)
  const known = [...sales, ...refunded.map(({ note }) => note)]
  const isComparable = (each: Sale | null) => each !== null && currencyOf(each) === currencyOf(sale)
  const isAllHere = sales.length > 0 && sales.length === sale.originals?.length
  if (!isAllHere || !known.every(isComparable)) return
  const of = (kind: Kind) => refunded.flatMap((each) => (each.kind === kind && each.note ? [each.note] : []))
  const charged = sum([...sales.flatMap((each) => each ?? []), ...of('debit_note')].map(totalOf))
  const left = charged.minus(sum(of('refund_note').map(totalOf)))
  if (sale.settledTotals.totalIncludingTax.gt(left)) {
    const shown = left.lt(zero) ? zero : left
    findings.push(finding(['originals'], 'refund_over_original', { left: shown.toFixed(2) }))
  }
}

const currencyOf = ({ currencyCode = 'MYR' }: Sale) => currencyCode
/** Without what cash was rounded by: the same bill can be rounded up and down. */
const totalOf = (sale: Sale) => settleAmounts(sale, []).totals.totalIncludingTax

/** What counts of the notes on them, each once, without the one that is corrected. */
async function notesOn(kept: KeptParts, originals: readonly Stored[], corrected: Stored | null) {
  const found = await Promise.all(originals.map(({ seq }) => kept.records.notesOn(seq)))
  const bySeq = new Map(found.flat().map((note) => [note.seq, note]))
  if (corrected) bySeq.delete(corrected.seq)
  const counted = [...bySeq.values()].filter(({ record }) => record.kind !== 'credit_note')
  return Promise.all(counted.map(async (note) => ({ kind: note.record.kind, note: await saleOf(kept, note) })))
}
