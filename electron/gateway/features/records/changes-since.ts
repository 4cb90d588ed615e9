import { Fault } from '../../../../shared/api/faults.ts'
import { seesOutlet, type VisibleSales } from '../../../../shared/domain/outlet.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { type Call, type OperatorHandler, ok } from '../../http/call.ts'
import type { ChangedRecord } from '../../store/port/records.ts'
import type { RecordDeps } from './find.ts'

const mostRecords = 100

export const changesSince =
  (deps: RecordDeps): OperatorHandler<'changes'> =>
  async (call) => {
    const { after, wait = '0' } = call.query
    const { caller } = call
    const concernsCaller = (record: RecordState) => seesOutlet(caller, record)
    // Listens first and then looks, so that no change falls between the two.
    const news = deps.changes.next(concernsCaller, Number(wait) * 1000)
    const first = await look(deps, after, caller)
    if (first.rows.length > 0 || wait === '0') return answer(deps, first, call)
    await news
    return answer(deps, await look(deps, String(first.next), caller), call)
  }

interface Look {
  readonly rows: readonly ChangedRecord[]
  readonly next: number
}

/** @param after if absent, from now on */
async function look({ records }: RecordDeps, after: string | undefined, caller: VisibleSales): Promise<Look> {
  const end = await records.lastEventSeq()
  if (after === undefined) return { rows: [], next: end }
  refuseAhead(Number(after), end)
  const rows = await records.changedAfter(Number(after), caller, mostRecords)
  return { rows, next: rows.at(-1)?.eventSeq ?? end }
}

/**
 * A place after the last change shows that an older backup was put back. An empty answer would hide every change up to
 * there. @throws Fault bad_cursor
 */
function refuseAhead(after: number, last: number): void {
  if (after > last)
    throw new Fault('bad_cursor', { says: 'changes_ahead', values: { after: String(after), last: String(last) } })
}

async function answer({ view }: RecordDeps, { rows, next }: Look, { language }: Call) {
  const shown = rows.map(({ record, isReferredTo }) => view.renderRecord(record, isReferredTo, language))
  return ok({ items: await Promise.all(shown), next })
}
