import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { dayMs, liveOn, longAgo } from './closed-months.ts'
import { listQuery } from './list-query.ts'
import { noon } from './records.ts'
import { aCompany, insertion, keep, keptBody } from './stores.ts'

/** Sales that ended in closed months. */
const endedSales = 60

/** Two closed months, a sale that waits since then, and some of this month. @returns the sales, the oldest first */
export async function sellPast(store: Store): Promise<readonly Stored[]> {
  const sales: Stored[] = []
  for (let n = 1; n <= endedSales; n += 1) sales.push(await liveOn(store, n, longAgo + n * (dayMs / 2)))
  sales.push(await keep(store, insertion(61, {}, { at: longAgo + 31 * dayMs })))
  for (let n = 100; n < 110; n += 1) sales.push(await liveOn(store, n, noon - 5 * dayMs + n * 1_000))
  return sales
}

/** Whatever can be asked about sales. */
export async function everythingOf(store: Store, sales: readonly Stored[]) {
  const { companyGuid } = aCompany().profile
  const seen: Awaited<ReturnType<typeof seenOf>>[] = []
  for (const sale of sales) seen.push(await seenOf(store, sale))
  return {
    seen,
    list: await store.records.list(listQuery({ limit: 100 })),
    changed: await store.records.changedAfter(0, null, 1_000),
    sent: await store.reconciliations.sentBetween(companyGuid, { sentAt: 0, seq: 0 }, noon, 100),
    last: await store.records.lastEventSeq(),
  }
}

async function seenOf(store: Store, { seq, record }: Stored) {
  const { records } = store
  const attempts = await records.attempts(seq)
  const [first] = attempts
  return {
    events: await records.events(seq),
    attempts,
    body: (await keptBody(store, { seq }, 1)).toString(),
    payload: first && Buffer.from((await records.payload(first.sha256, seq)) ?? []).toString(),
    found: await records.byGuid(record.saleGuid),
  }
}
