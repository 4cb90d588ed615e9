import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operator } from '../gateway/api.ts'
import type { ListedRecord } from '../gateway/records.ts'

/** Has MyInvois asked now about one that is in doubt, and not when the gateway would by itself. */
export const lookUpRecord = async ({ record, version }: ListedRecord): Promise<WireRecord> =>
  (await operator('lookUpRecord', { params: { guid: record.SALE_GUID }, body: { version } })).record
