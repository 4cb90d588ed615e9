import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { isDay } from '../../../shared/domain/calendar.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { Companies } from '../store/port.ts'
import type { ListedRecord, Records } from '../store/port-records.ts'
import type { Cursors, RangeInputs } from './cursors.ts'
import { findRecord } from './find-record.ts'
import type { RecordView } from './record-view.ts'

export interface StatusParts {
  readonly records: Records
  readonly companies: Companies
  readonly view: RecordView
  readonly cursors: Cursors
}

const mostRows = 25

export const statusByGuid =
  ({ records, view }: StatusParts, cell: Cell): Handler =>
  async ({ headers, caller, language }) => {
    const stored = await findRecord(records, headers['sale_guid'] ?? '', cell, caller)
    return ok(await view.show(stored, language))
  }

/** A page of what was submitted on a range of days (contract 6). */
export const statusBySubmission =
  (parts: StatusParts, cell: Cell, path: string): Handler =>
  async (call) => {
    const inputs = await rangeInputs(call, cell, parts.companies)
    const { cursor } = call.query
    const place = cursor === undefined ? null : parts.cursors.read(cursor, inputs)
    const pageSize = place?.pageSize ?? Number(call.query['page_size'] ?? mostRows)
    const found = await parts.records.range({ ...inputs, after: place, limit: pageSize + 1 })
    const rows = found.slice(0, pageSize)
    const last = found.length > pageSize ? rows.at(-1) : undefined
    const cursorAfter = ({ day, seq }: ListedRecord) => parts.cursors.write({ day, seq, pageSize }, inputs)
    const next = last ? `${path}?${new URLSearchParams({ cursor: cursorAfter(last), ...call.inputsInQuery })}` : null
    const items = await Promise.all(
      rows.map(({ record, isReferredTo }) => parts.view.showKnowing(record, isReferredTo, call.language)),
    )
    const paging = { page_size: pageSize, returned: rows.length, has_more: next !== null, next }
    return { ...ok({ items, paging }), ...(next !== null && { headers: { link: `<${next}>; rel="next"` } }) }
  }

async function rangeInputs(
  { headers, caller }: Call,
  { kind, family }: Cell,
  companies: Companies,
): Promise<RangeInputs> {
  const companyGuid = headers['company_guid'] ?? ''
  const from = dayIn(headers, 'submission_from')
  const to = dayIn(headers, 'submission_to')
  if (from > to) throw new Fault('range_reversed')
  const isVisible = caller.companyGuid === null || caller.companyGuid === companyGuid
  if (!isVisible || !(await companies.byGuid(companyGuid))) throw new Fault('company_not_found')
  return { companyGuid, family, kind, from, to, outletName: headers['outlet_name'] ?? null }
}

function dayIn(headers: Call['headers'], header: string): string {
  const day = headers[header] ?? ''
  if (!isDay(day)) throw new Fault('bad_date', { values: { header } })
  return day
}
