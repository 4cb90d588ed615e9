import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import type { CheckedSale } from '../../../../shared/document/check.ts'
import { sum, zero } from '../../../../shared/document/decimals.ts'
import { type Finding, finding } from '../../../../shared/document/finding.ts'
import type { Party, Sale } from '../../../../shared/document/sale.ts'
import { isGeneralTin } from '../../../../shared/document/tin.ts'
import type { Kind } from '../../../../shared/domain/record.ts'
import { keptSale } from '../../kept-sale.ts'
import type { NotesOn, Records, Stored } from '../../store/port/records.ts'

type KeptRecords = Pick<Records, 'body' | 'notesOn'>

/** A note that is being submitted, and what it refers to. */
export interface Note {
  readonly kind: Kind
  readonly sale: CheckedSale
  /** Those kept here. */
  readonly originals: readonly Stored[]
  /** The note as it is kept, where this corrects it. */
  readonly corrected: Stored | null
}

/** What came of it, and on what it rests. */
export interface Comparison {
  /** It names another party than what it refers to. */
  readonly buyerDiffers: boolean
  /** Nothing of a refund may be kept once other notes count than these. */
  readonly notesOn: readonly NotesOn[]
}

/**
 * Whether it names another party than what it refers to, which is told; a refund of more than there was, debit notes
 * included, is added to `findings` (contract 5). Of documents that are not kept here, nothing is known.
 */
export async function compareWithOriginals(records: KeptRecords, note: Note, findings: Finding[]): Promise<Comparison> {
  const sales = await Promise.all(note.originals.map((original) => saleOf(records, original)))
  const buyerDiffers = sales.some((sale) => sale !== null && namesAnother(note.sale, sale))
  if (note.kind !== 'refund_note') return { buyerDiffers, notesOn: [] }
  const notesOn = await Promise.all(
    note.originals.map(async (original) => ({ original, notes: await records.notesOn(original.seq) })),
  )
  await checkRefund(records, note, { sales, notesOn, findings })
  return { buyerDiffers, notesOn }
}

const saleOf = async (records: KeptRecords, { seq, record }: Stored): Promise<Sale | null> =>
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
  readonly notesOn: readonly NotesOn[]
  readonly findings: Finding[]
}

async function checkRefund(
  records: KeptRecords,
  { sale, corrected }: Note,
  { sales, notesOn, findings }: Refunding,
): Promise<void> {
  const refunded = await counted(records, notesOn, corrected)
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
async function counted(records: KeptRecords, notesOn: readonly NotesOn[], corrected: Stored | null) {
  const bySeq = new Map(notesOn.flatMap(({ notes }) => notes).map((note) => [note.seq, note]))
  if (corrected) bySeq.delete(corrected.seq)
  const moving = [...bySeq.values()].filter(({ record }) => record.kind !== 'credit_note')
  return Promise.all(moving.map(async (note) => ({ kind: note.record.kind, note: await saleOf(records, note) })))
}
