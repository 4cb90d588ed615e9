import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Records } from '../../store/port/records.ts'
import type { RecordView } from '../records/record-view.ts'

const pageSize = 200

/** Records of a period in the order of acceptance, page by page, however many they are. */
export const exportRecords =
  ({ records, view }: { readonly records: Records; readonly view: RecordView }): OperatorHandler<'export'> =>
  async ({ query, language }) => {
    const { from, to, after = '0' } = query
    if (from > to) throw new Fault('range_reversed')
    const page = await records.submittedBetween(from, to, Number(after), pageSize)
    const items = await Promise.all(page.map((stored) => view.show(stored, language)))
    return ok({ items, next: page.length === pageSize ? (page.at(-1)?.seq ?? null) : null })
  }
