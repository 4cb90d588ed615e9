import { vi } from 'vitest'
import type { Gateway } from '../../../electron/gateway/gateway.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { hangMs } from '../../support/hang-limit.ts'

/**
 * Sells a document and loses the authority's answer. The next look-up is an hour away, so that the gateway does not
 * settle it during the test.
 */
export async function sellInDoubt({ practice, store }: Gateway, sell: () => Promise<WireRecord>): Promise<WireRecord> {
  await practice?.faults.set({ kind: 'error_after', times: 1, on: 'submit' })
  const record = await sell()
  const stored = () => store.records.byGuid(record.SALE_GUID)
  await vi.waitUntil(async () => (await stored())?.record.phase === 'unknown', { timeout: hangMs })
  await store.schedule.postpone('look_up', [(await stored())?.seq ?? 0], Date.now() + 3_600_000)
  return record
}
