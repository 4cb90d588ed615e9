import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import type { CheckedSale } from '../../../../shared/document/check.ts'
import { sum, zero } from '../../../../shared/document/decimal.ts'
import { type Finding, finding } from '../../../../shared/document/finding.ts'
import { isGeneralTin } from '../../../../shared/document/party.ts'
import type { Party, Sale } from '../../../../shared/document/sale.ts'
import { type Originals, originalsOf } from '../../../../shared/domain/decide-hold.ts'
import { sees } from '../../../../shared/domain/outlet.ts'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import type { Caller } from '../../http/access.ts'
import { keptSale } from '../../kept-sale.ts'
import type { NotesOn, Records, Stored } from '../../store/port/records.ts'

export interface ResolvedOriginals {
  /** Those kept here. */
  readonly here: readonly Stored[]
  readonly state: Originals
  /** All of them went, or will go, to the general public: the note needs no buyer (contract 5). */
  readonly areConsolidated: boolean
}

interface Owner {
  readonly companyGuid: string
  /** Who submits the note. */
  readonly caller: Caller
  readonly family: Family
  /** The note as it is kept, where this corrects it. */
  readonly corrected: Stored | null
}

/** Looks up what a note refers to; what cannot be referred to is added to `findings`. */
export async function resolveOriginals(
  { originals = [] }: Sale,
  owner: Owner,
  records: Records,
  findings: Finding[],
): Promise<ResolvedOriginals> {
  const here: Stored[] = []
  const names = new Set<string>()
  for (const [at, { saleGuid, documentNumber, authorityUuid }] of originals.entries()) {
    const name = saleGuid ?? `${documentNumber} ${authorityUuid}`
    if (names.has(name)) findings.push(finding(['originals', at], 'original_repeated'))
    names.add(name)
    if (saleGuid === undefined) continue
    const stored = await records.byGuid(saleGuid)
    const fault = faultOf(stored, owner) ?? ((await isCircle(stored, owner, records)) ? 'original_itself' : null)
    if (fault) findings.push(finding(['originals', at, 'saleGuid'], fault))
    else if (stored) here.push(stored)
  }
  const areConsolidated = here.length > 0 && here.length === originals.length && here.every(isConsolidated)
  return { here, state: originalsOf(here.map(({ record }) => record)), areConsolidated }
}

const isConsolidated = ({ record }: Stored) => record.consolidated || record.consolidatedInto !== null

/** Only a correction can close one: each would wait for the other for ever. */
async function isCircle(original: Stored | null, { corrected }: Owner, records: Records): Promise<boolean> {
  if (!corrected || !original) return false
  const reached = new Map([[original.seq, original]])
  // What is added while it is walked is walked too.
  for (const seq of reached.keys())
    for (const further of await records.originals(seq)) reached.set(further.seq, further)
  return reached.has(corrected.seq)
}

function faultOf(stored: Stored | null, owner: Owner) {
  const record = stored?.record
  const isOwn = sees(owner.caller, record) && record.companyGuid === owner.companyGuid
  if (!record || !isOwn || record.family !== owner.family) return 'original_unknown'
  if (record.phase === 'voided') return 'original_voided'
  return record.phase === 'cancelled' ? 'original_cancelled' : null
}

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
