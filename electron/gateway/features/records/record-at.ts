import { Fault } from '../../../../shared/api/faults.ts'
import type { CallNaming } from '../../http/call.ts'
import type { Records, Stored } from '../../store/port/records.ts'

/**
 * The record that the path names.
 * @throws Fault record_not_found, also for another company's: whether that exists is nobody's business
 */
export async function recordAt(
  records: Pick<Records, 'byGuid'>,
  { params, caller }: CallNaming<'guid'>,
): Promise<Stored> {
  const stored = await records.byGuid(params.guid)
  const isVisible = caller.companyGuid === null || caller.companyGuid === stored?.record.companyGuid
  if (!stored || !isVisible) throw new Fault('record_not_found')
  return stored
}
