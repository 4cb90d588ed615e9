import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Records } from '../../store/port/records.ts'
import { nextSale, salePlaceOf } from '../records/cursors.ts'
import type { RecordView } from '../records/record-view.ts'

export interface ExportDeps {
  readonly records: Records
  readonly view: RecordView
}

const pageSize = 200

/** Records of a period, the oldest sale first, page by page, however many they are. */
export const exportRecords =
  ({ records, view }: ExportDeps): OperatorHandler<'export'> =>
  async ({ query, language }) => {
    const { from, to } = query
    if (from > to) throw new Fault('range_reversed')
    const after = salePlaceOf(query.after)
    const found = await records.soldBetween({ companyGuid: null, from, to, after, limit: pageSize + 1 })
    const items = await Promise.all(found.slice(0, pageSize).map((stored) => view.show(stored, language)))
    return ok({ items, next: nextSale(found, pageSize) })
  }
