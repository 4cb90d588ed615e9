import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operator, tillApiWith } from '../gateway/api.ts'
import type { ListedRecord } from '../gateway/records.ts'

type Headers = Readonly<Record<string, string>>

/** Voids a document that was not sent (interface 4.4). @param approval header with a supervisor's approval */
export const voidRecord = ({ KIND, FAMILY, SALE_GUID }: WireRecord, approval: Headers): Promise<WireRecord> =>
  tillApiWith(approval)(`${KIND}.${FAMILY}.voidByGuid`, { body: { SALE_GUID } })

/** Asks the authority to cancel a valid document (interface 4.4). */
export const cancelRecord = (record: WireRecord, reason: string, approval: Headers): Promise<WireRecord> => {
  const { KIND, FAMILY, SALE_GUID } = record
  return tillApiWith(approval)(`${KIND}.${FAMILY}.cancel`, { body: { SALE_GUID, REASON: reason.trim() } })
}

/** Asks MyInvois now about a document in doubt, or closes a refused one. */
export const settleRecord =
  (act: 'lookUpRecord' | 'closeRecord') =>
  async ({ record, version }: ListedRecord): Promise<WireRecord> =>
    (await operator(act, { params: { guid: record.SALE_GUID }, body: { version } })).record
