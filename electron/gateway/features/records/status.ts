import type { operations } from '../../../../shared/api/axes.ts'
import type { Cell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import { isDay } from '../../../../shared/domain/calendar.ts'
import { type CallOf, type GridHandler, ok } from '../../http/call.ts'
import type { Companies } from '../../store/port/port.ts'
import type { RangedRecord } from '../../store/port/records.ts'
import type { RangeInputs } from './cursors.ts'
import type { RecordDeps } from './deps.ts'
import { findRecord } from './find-record.ts'

const mostRows = 25

export const statusByGuid =
  ({ records, view }: RecordDeps, cell: Cell): GridHandler<'statusByGuid'> =>
  async ({ headers, caller, language }) => {
    const stored = await findRecord(records, headers.sale_guid, cell, caller)
    return ok(await view.show(stored, language))
  }

/** A page of what was submitted on a range of days (contract 6). */
export const statusBySubmission =
  (deps: RecordDeps, cell: Cell, path: string): GridHandler<'statusBySubmission'> =>
  async (call) => {
    const inputs = await rangeInputs(call, cell, deps.companies)
    const { cursor } = call.query
    const place = cursor === undefined ? null : deps.cursors.read(cursor, inputs)
    const pageSize = place?.pageSize ?? Number(call.query.page_size ?? mostRows)
    const found = await deps.records.range({ ...inputs, after: place, limit: pageSize + 1 })
    const rows = found.slice(0, pageSize)
    const last = found.length > pageSize ? rows.at(-1) : undefined
    const cursorAfter = ({ day, seq }: RangedRecord) => deps.cursors.write({ day, seq, pageSize }, inputs)
    const next = last ? `${path}?${new URLSearchParams({ cursor: cursorAfter(last), ...call.inputsInQuery })}` : null
    const items = await Promise.all(
      rows.map(({ record, isReferredTo }) => deps.view.showKnowing(record, isReferredTo, call.language)),
    )
    const paging = { page_size: pageSize, returned: rows.length, has_more: next !== null, next }
    return { ...ok({ items, paging }), ...(next !== null && { headers: { link: `<${next}>; rel="next"` } }) }
  }

type RangeCall = CallOf<(typeof operations)['statusBySubmission']>

async function rangeInputs(
  { headers, caller }: RangeCall,
  { kind, family }: Cell,
  companies: Companies,
): Promise<RangeInputs> {
  const { company_guid: companyGuid, outlet_name: outletName = null } = headers
  const from = dayIn(headers, 'submission_from')
  const to = dayIn(headers, 'submission_to')
  if (from > to) throw new Fault('range_reversed')
  const isVisible = caller.companyGuid === null || caller.companyGuid === companyGuid
  if (!isVisible || !(await companies.byGuid(companyGuid))) throw new Fault('company_not_found')
  return { companyGuid, family, kind, from, to, outletName }
}

function dayIn(headers: RangeCall['headers'], header: 'submission_from' | 'submission_to'): string {
  const day = headers[header]
  if (!isDay(day)) throw new Fault('bad_date', { values: { header } })
  return day
}
