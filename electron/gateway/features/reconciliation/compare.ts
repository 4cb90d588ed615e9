import {
  compareListed,
  type Difference,
  isCovered,
  type Known,
  type ListedThere,
  type SentHere,
  type Stretch,
  stretchOf,
} from '../../../../shared/domain/reconciliation.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Reconciliations } from '../../store/port/shifts.ts'
import { mostDifferences, type Outcome, type Progress } from './progress.ts'

const pageSize = 500

export interface Comparison {
  readonly id: string
  readonly companyGuid: string
  readonly at: Instant
}

/** Both ways: what they list against what we know, and what we say they have against what they list. */
export async function compare(
  store: Reconciliations,
  { id, companyGuid, at }: Comparison,
  { period, legs }: Progress,
): Promise<Outcome> {
  const here = await sentIn(store, companyGuid, period)
  const byUuid = new Map(here.flatMap((sent) => sent.uuids.map((uuid) => [uuid, sent] as const)))
  const met = new Set<string>()
  const differences: Difference[] = []
  let compared = 0
  for await (const page of listedThere(store, id)) {
    const known = await knownOf(store, companyGuid, page, byUuid)
    for (const there of page) {
      met.add(there.uuid)
      compared += 1
      differences.push(...compareListed(there, known, period))
    }
  }
  const read = legs.filter(({ state }) => state === 'read')
  const absent = here.filter(({ record }) => record.authority !== null && !met.has(record.authority.uuid))
  const missing = absent.filter(({ record }) => isCovered(stretchOf(record), read))
  for (const { record } of missing) differences.push({ kind: 'missing_there', here: record, there: null })
  return {
    at,
    compared,
    unproven: absent.length - missing.length,
    count: differences.length,
    differences: differences.slice(0, mostDifferences),
  }
}

async function sentIn(store: Reconciliations, companyGuid: string, period: Stretch): Promise<readonly SentHere[]> {
  const all: SentHere[] = []
  for (let place = { sentAt: period.from - 1, seq: Number.MAX_SAFE_INTEGER }; ; ) {
    const page = await store.sentBetween(companyGuid, place, period.to - 1, pageSize)
    all.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return all
    place = { sentAt: last.record.firstSentAt ?? 0, seq: last.seq }
  }
}

async function* listedThere(store: Reconciliations, id: string): AsyncIterable<readonly ListedThere[]> {
  for (let after = ''; ; ) {
    const page = await store.documents(id, after, pageSize)
    yield page.map(({ document }) => JSON.parse(document) as ListedThere)
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.uuid
  }
}

/** By their names there, else by their numbers: also what was sent in another period. */
async function knownOf(
  store: Reconciliations,
  companyGuid: string,
  page: readonly ListedThere[],
  byUuid: ReadonlyMap<string, SentHere>,
): Promise<Known> {
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
