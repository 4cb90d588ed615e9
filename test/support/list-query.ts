import type { ListQuery } from '../../electron/gateway/store/port/records.ts'

/** Every record there is; a test names what it narrows. */
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
