import { Fault } from '../../../shared/catalogue/faults.ts'
import type { Call } from '../http/call.ts'
import type { Records, Stored } from '../store/port-records.ts'

/**
 * The record that the path names.
 * @throws Fault record_not_found, also for another company's: whether that exists is nobody's business
 */
export async function recordAt(records: Pick<Records, 'byGuid'>, { params, caller }: Call): Promise<Stored> {
  const stored = await records.byGuid(params['guid'] ?? '')
  const isVisible = caller.companyGuid === null || caller.companyGuid === stored?.record.companyGuid
  if (!stored || !isVisible) throw new Fault('record_not_found')
  return stored
}
