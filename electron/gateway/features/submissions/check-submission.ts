import type { GridCell } from '../../../../shared/api/endpoint.ts'
import { faultsOfFindings, validationFailed } from '../../../../shared/api/faults.ts'
import { findExceededReceiptLimit, ringgitRate, settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { type CheckContext, type CheckedSale, checkSale } from '../../../../shared/document/check.ts'
import type { CodeLookup } from '../../../../shared/document/codes.ts'
import { amountTolerance, type Decimal, sum, zero } from '../../../../shared/document/decimal.ts'
import { type Finding, finding } from '../../../../shared/document/finding.ts'
import { arePartiesDifferent, type Party } from '../../../../shared/document/party.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import {
  defaultRules,
  isWaitingForConsolidation,
  mayConsolidateActivity,
} from '../../../../shared/domain/consolidation-rules.ts'
import { type HoldReason, holdReasonOf } from '../../../../shared/domain/decide-submission.ts'
import { seesOutlet } from '../../../../shared/domain/outlet.ts'
import type { CodeMapping, Family, Kind } from '../../../../shared/domain/record.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import type { Authority } from '../../authority/port.ts'
import type { Caller } from '../../http/access.ts'
import type { Call } from '../../http/call.ts'
import type { Clock } from '../../ports.ts'
import type { Company } from '../../store/port/port.ts'
import type { OriginalWithNotes, OtherParty, Records, StoredRecord } from '../../store/port/records.ts'
import { isReferenceTo, otherNotes, parseSaleOrNull } from '../../stored-sale.ts'

export interface CheckDeps {
  readonly records: Records
  readonly codes: { readonly statusOf: CodeLookup }
  readonly authority: Pick<Authority, 'sizeOf'>
  readonly clock: Clock
}

export interface Submission {
  readonly call: Call
  readonly cell: GridCell
  readonly sale: Sale
  /** With official codes. */
  readonly body: object
  /** The rows of the company's mapping that the body needs; null if it has only official codes. */
  readonly sentAs: readonly CodeMapping[] | null
  readonly company: Company
}

export const largestDocument = 300 * 1024
/** No document of a smaller body is too large; the document of a larger one is built and measured. */
export const surelySmallBody = 12 * 1024

const nothingToCompare: Comparison = { buyerDiffers: false, notesOn: [] }

/**
 * Everything that the schema of a submission cannot show. @param corrected the invalid record that it corrects @throws
 * Fault validation_failed with every fault there is
 */
export async function checkSubmission(deps: CheckDeps, submission: Submission, corrected: StoredRecord | null = null) {
  const { sale, cell, company, call } = submission
  const context: CheckContext = { ...cell, now: deps.clock.now(), codes: deps.codes.statusOf, rules: company.rules }
  const checked = checkSale(sale, context)
  const findings: Finding[] = checked.ok ? [] : [...checked.findings]
  const { companyGuid } = company.profile
  const owner = { companyGuid, ...cell, otherParty: otherPartyOf(sale), corrected, caller: call.caller }
  const originals = await resolveOriginals(sale, owner, deps.records, findings)
  const isNote = cell.kind !== 'invoice'
  const { consolidation = defaultRules } = company.rules
  const { msicCode } = company.profile
  if (sale.consolidate && cell.family === 'sale' && !mayConsolidateActivity(msicCode, consolidation))
    findings.push(finding(['consolidate'], 'consolidation_activity', { msic: msicCode }))
  if (isNote && cell.family === 'sale' && !sale.buyer && !originals.areConsolidated)
    findings.push(finding(['buyer'], 'buyer_required'))
  const note = checked.ok &&
    isNote && { kind: cell.kind, sale: checked.sale, originals: originals.here, corrected, rules: company.rules }
  const comparison = note ? await matchOriginals(deps.records, note, findings) : nothingToCompare
  const size = checked.ok && mayBeLarge(call, checked.sale) ? sizeOf(deps, submission, checked.sale, originals) : 0
  if (size > largestDocument) findings.push(tooLarge(size, sale.lines.length))
  if (!checked.ok || findings.length > 0) throw validationFailed(faultsOfFindings(findings))
  return { checked: checked.sale, originals, ...comparison }
}

/** A few characters of a discount become many in the document, and a discount of the bill is repeated in every line. */
function mayBeLarge({ rawBody }: Call, sale: CheckedSale): boolean {
  if (rawBody.length > surelySmallBody || sale.discounts || sale.charges) return true
  return sale.lines.some(({ discounts, charges }) => discounts.length > 1 || charges.length > 1)
}

/** The guideline names a split of consolidated documents only (myinvois 6.6), so the till splits the sale. */
function tooLarge(size: number, lines: number): Finding {
  // Each part has parties and totals, too.
  const most = Math.max(1, Math.floor((lines * largestDocument * 0.95) / size))
  const [kilobytes, parts] = [Math.ceil(size / 1024), Math.ceil(lines / most)]
  return finding(['lines'], 'document_too_large', { kilobytes: `${kilobytes}`, parts: `${parts}`, lines: `${most}` })
}

function sizeOf(
  { authority, clock }: CheckDeps,
  { cell, company, body }: Submission,
  sale: CheckedSale,
  originals: ResolvedOriginals,
): number {
  return authority.sizeOf({
    identity: { ...cell, documentNumber: 'N'.repeat(50), saleGuid: sale.saleGuid ?? '' },
    body,
    sale,
    company: company.profile,
    originals: (sale.originals ?? []).map((original) => ({
      documentNumber: original.documentNumber ?? 'N'.repeat(50),
      uuid: original.authorityUuid ?? 'U'.repeat(26),
    })),
    isForGeneralPublic: originals.areConsolidated || sale.consolidate === true,
    issueTime: clock.now(),
  })
}

export interface ResolvedOriginals {
  readonly here: readonly StoredRecord[]
  readonly holds: HoldReason
  /** If all of them go to the general public, the note needs no buyer (contract 5). */
  readonly areConsolidated: boolean
}

export function otherPartyOf({ buyer, supplier }: Sale): OtherParty | null {
  const party = buyer ?? supplier
  return party ? { name: party.name, tin: party.tin, idNumber: party.idNumber } : null
}

interface Owner {
  readonly companyGuid: string
  readonly caller: Caller
  readonly family: Family
  readonly otherParty: OtherParty | null
  /** The stored note, if this corrects it. */
  readonly corrected: StoredRecord | null
}

/** Adds a finding for each original that cannot be referred to. */
async function resolveOriginals(
  { originals = [] }: Sale,
  owner: Owner,
  records: Records,
  findings: Finding[],
): Promise<ResolvedOriginals> {
  const here: StoredRecord[] = []
  const names = new Set<string>()
  for (const [at, original] of originals.entries()) {
    const { saleGuid, documentNumber, authorityUuid } = original
    const isByNumber = saleGuid === undefined
    const stored = isByNumber ? await byNumber(records, owner, original) : await records.byGuid(saleGuid)
    const name = stored?.record.saleGuid ?? saleGuid ?? `${documentNumber} ${authorityUuid}`
    if (names.has(name)) findings.push(finding(['originals', at], 'original_repeated'))
    names.add(name)
    if (isByNumber && !stored && authorityUuid !== undefined) continue
    const fault = faultOf(stored, owner) ?? ((await isCircle(stored, owner, records)) ? 'original_itself' : null)
    if (fault) findings.push(finding(['originals', at, isByNumber ? 'documentNumber' : 'saleGuid'], fault))
    else if (stored) here.push(stored)
  }
  const areConsolidated = here.length > 0 && here.length === originals.length && here.every(isConsolidated)
  return { here, holds: holdReasonOf(here.map(({ record }) => record)), areConsolidated }
}

/** A document number alone names the document of that name at the authority, or else the invoice here. */
async function byNumber(records: Records, { companyGuid, family, otherParty }: Owner, named: Original) {
  const { documentNumber = '', authorityUuid } = named
  const held = await records.byNumber({ companyGuid, family, documentNumber, otherParty })
  const meant = held.filter((each) => isReferenceTo(named, each))
  const isThere = ({ record }: StoredRecord) => record.authority?.uuid === authorityUuid
  return meant.find(isThere) ?? meant.find(({ record }) => record.kind === 'invoice') ?? meant[0] ?? null
}

type Original = NonNullable<Sale['originals']>[number]

const isConsolidated = ({ record }: StoredRecord) => record.consolidated || record.consolidatedInto !== null

/** A correction could close a circle in which each note waits for another for ever. A new note cannot. */
async function isCircle(original: StoredRecord | null, { corrected }: Owner, records: Records): Promise<boolean> {
  if (!corrected || !original) return false
  const reached = new Map([[original.seq, original]])
  // Seqs that are added meanwhile are walked, too.
  for (const seq of reached.keys())
    for (const further of await records.originals(seq)) reached.set(further.seq, further)
  return reached.has(corrected.seq)
}

function faultOf(stored: StoredRecord | null, owner: Owner) {
  const record = stored?.record
  const isOwn = seesOutlet(owner.caller, record) && record.companyGuid === owner.companyGuid
  if (!record || !isOwn || record.family !== owner.family) return 'original_unknown'
  if (record.phase === 'voided') return 'original_voided'
  return record.phase === 'cancelled' ? 'original_cancelled' : null
}

type KeptRecords = Pick<Records, 'body' | 'notesOn'>

export interface Note {
  readonly kind: Kind
  readonly sale: CheckedSale
  readonly originals: readonly StoredRecord[]
  /** The stored note, if this corrects it. */
  readonly corrected: StoredRecord | null
  readonly rules: CheckContext['rules']
}

export interface Comparison {
  /** The note names another party than its originals. */
  readonly buyerDiffers: boolean
  /** The write holds only if these are still all notes on the original. */
  readonly notesOn: readonly OriginalWithNotes[]
}

/**
 * Adds a finding if a credit note, or refunds together, exceed the original and its debit notes (contract 5). Documents
 * that are not kept here cannot be compared.
 */
export async function matchOriginals(records: KeptRecords, note: Note, findings: Finding[]): Promise<Comparison> {
  const sales = await Promise.all(note.originals.map((original) => saleOf(records, original)))
  const buyerDiffers = sales.some((sale) => sale !== null && namesAnother(note.sale, sale))
  if (note.kind === 'debit_note') return { buyerDiffers, notesOn: await checkLift(records, note, findings) }
  const notesOn = await notesOf(records, note.originals)
  await checkGivenBack(records, note, { sales, notesOn, findings })
  return { buyerDiffers, notesOn }
}

const notesOf = (records: KeptRecords, originals: readonly StoredRecord[]) =>
  Promise.all(originals.map(async (original) => ({ original, notes: await records.notesOn(original.seq) })))

/** A debit note may not lift a waiting receipt over the limit of a consolidated document (contract 5). */
async function checkLift(records: KeptRecords, { sale, originals, corrected, rules }: Note, findings: Finding[]) {
  const waiting = originals.filter(({ record }) => isWaitingForConsolidation(record))
  const notesOn = await notesOf(records, waiting)
  for (const { original, notes } of notesOn) {
    const before = [original, ...notes.filter(({ seq }) => seq !== corrected?.seq)]
    const kept = before.map(async (each) => ({
      isBack: givesBack(each.record),
      sale: await saleOf(records, each),
    }))
    const limit = findExceededReceiptLimit(rules, [...(await Promise.all(kept)), { isBack: false, sale }])
    if (limit !== null) findings.push(finding(['originals'], 'consolidation_limit', { limit }))
  }
  return notesOn
}

const saleOf = async (records: KeptRecords, { seq, record }: StoredRecord): Promise<Sale | null> =>
  parseSaleOrNull(await records.body(seq, record.revision), record)

const otherSide = ({ buyer, supplier }: Sale): Party | undefined => buyer ?? supplier

/** A receipt has no buyer, and a note on it needs none. */
const namesAnother = (note: Sale, original: Sale): boolean => arePartiesDifferent(otherSide(note), otherSide(original))

interface GivingBack {
  /** Null if it cannot be read any more. */
  readonly sales: readonly (Sale | null)[]
  readonly notesOn: readonly OriginalWithNotes[]
  readonly findings: Finding[]
}

async function checkGivenBack(
  records: KeptRecords,
  { kind, sale, corrected }: Note,
  { sales, notesOn, findings }: GivingBack,
): Promise<void> {
  const isRefund = kind === 'refund_note'
  const [debits, refunds] = await Promise.all([
    counted(records, notesOn, { kind: 'debit_note', corrected }),
    isRefund ? counted(records, notesOn, { kind: 'refund_note', corrected }) : [],
  ])
  const known = [...sales, ...debits, ...refunds].flatMap((each) => each ?? [])
  const isAllHere = sales.length > 0 && sales.length === sale.originals?.length
  if (!isAllHere || known.length < sales.length + debits.length + refunds.length) return
  const money = moneyOf(sale)
  const isOneMoney = known.every((each) => isSameMoney(moneyOf(each), money))
  // Different currencies and rates are compared in ringgit.
  const worth = (each: Sale, amount: Decimal) => (isOneMoney ? amount : amount.times(moneyOf(each).rate))
  const total = (some: readonly (Sale | null)[], of: Total) =>
    sum(some.flatMap((each) => (each ? worth(each, settleAmounts(each, []).totals[of]) : [])))
  const leftOf = (of: Total) => total([...sales, ...debits], of).minus(total(refunds, of))
  // Cash rounding is left out: the same bill can be rounded up and down.
  const left = leftOf('totalIncludingTax')
  const over = worth(sale, sale.settledTotals.totalIncludingTax).minus(left)
  // The amount of each returned piece is rounded.
  const rounded = sum(
    [sale, ...refunds].flatMap((each) => (each ? worth(each, amountTolerance.times(each.lines.length)) : [])),
  )
  const isLeft = left.gt(zero) || worth(sale, sale.settledTotals.totalExcludingTax).lte(leftOf('totalExcludingTax'))
  if (!over.gt(isLeft ? rounded : zero)) return
  const shown = `${isOneMoney ? money.currency : 'MYR'} ${(left.lt(zero) ? zero : left).toFixed(2)}`
  const values = { left: shown, ...(left.lte(zero) && { case: 'nothing' }) }
  findings.push(finding(['originals'], isRefund ? 'refund_over_original' : 'credit_over_original', values))
}

const moneyOf = (sale: Sale) => ({ currency: sale.currencyCode ?? 'MYR', rate: ringgitRate(sale) })
type Money = ReturnType<typeof moneyOf>
const isSameMoney = (some: Money, other: Money) => some.currency === other.currency && some.rate.eq(other.rate)

type Total = 'totalIncludingTax' | 'totalExcludingTax'

const counted = (records: KeptRecords, ...of: Parameters<typeof otherNotes>) =>
  Promise.all(otherNotes(...of).map((note) => saleOf(records, note)))
