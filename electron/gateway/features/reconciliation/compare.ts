import {
  arrivalSpanOf,
  compareDocument,
  type Difference,
  isSpanCovered,
  type ListedThere,
  type RecordWithUuids,
  type SentRecordLookup,
  type TimeSpan,
} from '../../../../shared/domain/reconciliation.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Reconciliations } from '../../store/port/shifts.ts'

const pageSize = 500

/** The most differences that are stored. `count` has all. */
const mostDifferences = 2_000

export interface ComparisonResult {
  readonly at: EpochMs
  /** Records that may be missing there or not: the authority did not answer for all of their time. */
  readonly unproven: number
  readonly count: number
  readonly differences: readonly Difference[]
}

interface Read {
  readonly period: TimeSpan
  readonly listed: ReadonlyMap<string, ListedThere>
  readonly read: readonly TimeSpan[]
  readonly at: EpochMs
}

/** Compares in both directions: their list with our records, and our records with their list. */
export async function compareWithStore(
  store: Reconciliations,
  companyGuid: string,
  { period, listed, read, at }: Read,
): Promise<ComparisonResult> {
  const here = await sentIn(store, companyGuid, period)
  const byUuid = new Map(here.flatMap((sent) => sent.uuids.map((uuid) => [uuid, sent] as const)))
  const differences: Difference[] = []
  const all = [...listed.values()]
  for (let start = 0; start < all.length; start += pageSize) {
    const page = all.slice(start, start + pageSize)
    const known = await knownOf(store, companyGuid, page, byUuid)
    differences.push(...page.flatMap((there) => compareDocument(there, known, period)))
  }
  const absent = here.filter(({ record }) => record.authority !== null && !listed.has(record.authority.uuid))
  const missing = absent.filter(({ record }) => isSpanCovered(arrivalSpanOf(record), read))
  for (const { record } of missing) differences.push({ kind: 'missing_there', here: record, there: null })
  return {
    at,
    unproven: absent.length - missing.length,
    count: differences.length,
    differences: differences.slice(0, mostDifferences),
  }
}

async function sentIn(
  store: Reconciliations,
  companyGuid: string,
  period: TimeSpan,
): Promise<readonly RecordWithUuids[]> {
  const all: RecordWithUuids[] = []
  for (let place = { sentAt: period.from - 1, seq: Number.MAX_SAFE_INTEGER }; ; ) {
    const page = await store.sentBetween(companyGuid, place, period.to - 1, pageSize)
    all.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return all
    place = { sentAt: last.record.firstSentAt ?? 0, seq: last.seq }
  }
}

/** By UUID, else by document number, which also finds documents of other periods. */
async function knownOf(
  store: Reconciliations,
  companyGuid: string,
  page: readonly ListedThere[],
  byUuid: ReadonlyMap<string, RecordWithUuids>,
): Promise<SentRecordLookup> {
  const numbers = page.filter(({ uuid }) => !byUuid.has(uuid)).map(({ documentNumber }) => documentNumber)
  const named = numbers.length === 0 ? [] : await store.byNumbers(companyGuid, [...new Set(numbers)])
  return {
    byUuid: (uuid) => byUuid.get(uuid) ?? named.find(({ uuids }) => uuids.includes(uuid)),
    byNumber: ({ documentNumber, family, kind }) =>
      named.find(
        ({ record }) =>
          record.documentNumber === documentNumber &&
          (kind === null || record.kind === kind) &&
          (family === null || record.family === family),
      ),
  }
}
