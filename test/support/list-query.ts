import type { ListQuery } from '../../electron/gateway/store/port/records.ts'

/** A query for all records. A test adds its filters. */
export const listQuery = (over: Partial<ListQuery> = {}): ListQuery => ({
  companyGuid: null,
  outletName: null,
  terminalName: null,
  shiftCode: null,
  from: null,
  to: null,
  leastHundredths: null,
  mostHundredths: null,
  statuses: [],
  concerns: [],
  now: 0,
  text: null,
  before: null,
  limit: 100,
  ...over,
})
