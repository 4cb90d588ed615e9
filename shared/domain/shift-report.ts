import { goesWithConsolidation, isNothingToDeclare } from './consolidation-rules.ts'
import type { RecordEvent } from './event.ts'
import type { EpochMs, Family, RecordState } from './record.ts'
import { shiftBlockerOf } from './shift.ts'
import { amountText, type Hundredths, hundredthsOf } from './shift-money.ts'
import { givesBack, isInDoubt, statusOf } from './status.ts'

/** Stands for a payment method if the body is damaged. */
export const unreadableMethod = 'unreadable'

export interface ShiftDocument {
  readonly record: RecordState
  /** The authority's code, or `unreadable`. */
  readonly paymentMethod: string | null
  readonly payments: readonly { readonly method: string; readonly amount: string }[]
  /** Below zero if it gives back. */
  readonly taxes: readonly { readonly taxType: string; readonly rate: string | null; readonly amount: Hundredths }[]
  readonly ending: ReturnType<typeof endingOf>
}

type Ended = Pick<ShiftDocument, 'record' | 'ending'>
type Paid = Omit<ShiftDocument, 'ending' | 'taxes'>

/** Whether a report says who did it: then the events of the record are asked for. */
export const hasEnding = (record: RecordState): boolean => record.closed || givesBack(record)

/** Who closed a document for good or made a note that gives back, when and why. The record alone does not say. */
export function endingOf(record: RecordState, events: readonly { by: string | null; event: RecordEvent }[]) {
  const found = events.find(({ event: { type } }) => type === (record.closed ? 'closed' : 'received'))
  const reason = found?.event.type === 'closed' ? found.event.reason : null
  return found ? { at: found.event.at, by: found.by, reason: reason ?? null } : null
}

/** Credit and refund notes are subtracted in sums over several kinds. */
export interface ShiftSum {
  readonly family: Family
  readonly currencyCode: string
  readonly count: number
  readonly amount: string
}

export type DocumentNumberAndAmount = ReturnType<typeof namedOf>
export type BlockingDocument = ReturnType<typeof blockingDocumentsOf>[number]
export type Withdrawal = ReturnType<typeof withdrawalOf>[number]
export type ShiftReport = ReturnType<typeof shiftReportOf>

/** @param now by the authority's clock */
export function shiftReportOf(
  documents: readonly ShiftDocument[],
  moment: { readonly at: EpochMs; readonly now: EpochMs },
) {
  const records = documents.map(({ record }) => record)
  const counting = documents.filter(({ record }) => isCounted(record))
  return {
    at: moment.at,
    count: records.length,
    totals: summed(counting, ({ record }) => [part({}, signedTotal(record))]),
    byKind: summed(counting, ({ record }) => [part({ kind: record.kind }, sizeOf(record))]),
    byStatus: summed(documents, ({ record }) => [
      // Of what does not count, notes are not set off against sales.
      part({ ...statusAndFlagsOf(record), kind: isCounted(record) ? undefined : record.kind }, signedTotal(record)),
    ]),
    byPayment: sumsByPayment(counting),
    byTax: summed(counting, ({ taxes }) => taxes.map(({ taxType, rate, amount }) => part({ taxType, rate }, amount))),
    withdrawn: documents.flatMap(withdrawalOf),
    remainders: blockingDocumentsOf(records, moment.now),
  }
}

/** What no longer counts, and did when the report was made. */
export const withdrawnSince = ({ withdrawn }: ShiftReport, documents: readonly Ended[]) =>
  documents
    .filter(({ record }) => !isCounted(record))
    .flatMap(withdrawalOf)
    .filter((now) => !withdrawn.some(({ saleGuid, status }) => saleGuid === now.saleGuid && status === now.status))

/** @param now by the authority's clock */
export const blockingDocumentsOf = (records: readonly RecordState[], now: EpochMs) =>
  records.flatMap((record) => {
    const blocker = shiftBlockerOf(record, now)
    return blocker === null
      ? []
      : [{ ...namedOf(record), status: statusOf(record), blocker, attention: record.attention }]
  })

/** Pending is split, because receipts and their notes only wait for their consolidated document. */
export const statusAndFlagsOf = (record: RecordState) => {
  const status = statusOf(record)
  return {
    status,
    isForConsolidation: status === 'Pending' && goesWithConsolidation(record),
    isInDoubt: isInDoubt(record),
    isCounted: isCounted(record),
  }
}

/**
 * Without what was voided, cancelled, or refused and closed for good. A receipt that was refunded in full was sold and
 * refunded, also after a consolidation closed both.
 */
export const isCounted = (record: RecordState): boolean =>
  isNothingToDeclare(record) || !(record.closed || record.phase === 'voided' || record.phase === 'cancelled')

export const namedOf = (record: RecordState) => ({
  saleGuid: record.saleGuid,
  saleCode: record.saleCode,
  documentNumber: record.documentNumber,
  family: record.family,
  kind: record.kind,
  currencyCode: record.currencyCode,
  amount: record.totalPayable,
})

interface Part<Group> {
  readonly group: Group
  readonly amount: Hundredths
}
const part = <Group extends object>(group: Group, amount: Hundredths): Part<Group> => ({ group, amount })

const sizeOf = ({ totalPayable }: RecordState): Hundredths => hundredthsOf(totalPayable)
/** Below zero if it gives back. */
export const signedTotal = (record: RecordState): Hundredths => (givesBack(record) ? -sizeOf(record) : sizeOf(record))

/** Cash first, as a drawer is counted. */
export const sumsByPayment = (counting: readonly Paid[]) =>
  summed(counting, paymentsOf).toSorted((one, other) => (one.method ?? 'z').localeCompare(other.method ?? 'z'))

/** The part that the payments do not cover has no method. */
function paymentsOf({ record, payments, paymentMethod }: Paid): readonly Part<{ method: string | null }>[] {
  const whole = signedTotal(record)
  if (payments.length === 0) return [part({ method: paymentMethod }, whole)]
  const parts = payments.map(({ method, amount }) => {
    const paid = hundredthsOf(amount)
    return part({ method }, givesBack(record) ? -paid : paid)
  })
  const rest = whole - parts.reduce((sum, { amount }) => sum + amount, 0n)
  return rest === 0n ? parts : [...parts, part({ method: null }, rest)]
}

/** Sums in the order in which their groups first appear. */
function summed<Group extends object, Document extends Paid>(
  documents: readonly Document[],
  partsOf: (document: Document) => readonly Part<Group>[],
): readonly (ShiftSum & Group)[] {
  const sums = new Map<
    string,
    { readonly head: Pick<ShiftSum, 'family' | 'currencyCode'> & Group; count: number; size: Hundredths }
  >()
  for (const document of documents) {
    const { family, currencyCode } = document.record
    for (const { group, amount } of partsOf(document)) {
      const head = { family, currencyCode, ...group }
      const key = JSON.stringify(head)
      const sum = sums.get(key) ?? { head, count: 0, size: 0n }
      sums.set(key, { head, count: sum.count + 1, size: sum.size + amount })
    }
  }
  return [...sums.values()].map(({ head, count, size }) => ({ ...head, count, amount: amountText(size) }))
}

/** Who voided, cancelled or closed it, or gave back, when and why; on the portal of the authority `by` is not known. */
export function withdrawalOf({ record, ending }: Ended) {
  const { cancellation, cancelledAt, phase, closed, members } = record
  const voided = isNothingToDeclare(record) ? null : record.voided
  const isGone = voided || phase === 'cancelled'
  if (!isGone && !(closed ? members === 0 : givesBack(record) && phase !== 'invalid')) return []
  const asked = cancellation?.state === 'accepted' ? cancellation : null
  const cancelled = { at: cancelledAt, by: asked?.by ?? null, reason: asked?.reason ?? null }
  const { at, by, reason } = voided ?? (phase === 'cancelled' ? null : ending) ?? cancelled
  return [{ ...namedOf(record), status: statusOf(record), at, by, reason }]
}
