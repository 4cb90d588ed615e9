import type { Cell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import type { Caller } from '../../http/access.ts'
import type { Records, Stored } from '../../store/port/records.ts'

/**
 * The record a caller names, where it may see it and the path is the one of its kind and family.
 * @throws Fault record_not_found, also for another company's: whether that exists is nobody's business
 */
export async function findRecord(records: Records, saleGuid: string, cell: Cell, caller: Caller): Promise<Stored> {
  const stored = await records.byGuid(saleGuid)
  if (!stored || !isVisible(stored, caller) || !isOfCell(stored, cell)) throw new Fault('record_not_found')
  return stored
}

export const isVisible = ({ record }: Stored, { companyGuid }: Caller): boolean =>
  companyGuid === null || companyGuid === record.companyGuid

const isOfCell = ({ record }: Stored, { kind, family }: Cell) => record.kind === kind && record.family === family
