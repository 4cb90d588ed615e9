import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { gatewayWith, operator } from '../gateway/api.ts'
import type { ListedRecord } from '../gateway/records.ts'

type Headers = Readonly<Record<string, string>>

/** Stops a document that was not sent (interface 4.4). @param approval the header of a supervisor's approval */
export const voidRecord = ({ KIND, FAMILY, SALE_GUID }: WireRecord, approval: Headers): Promise<WireRecord> =>
  gatewayWith(approval)(`${KIND}.${FAMILY}.voidByGuid`, { body: { SALE_GUID } })

/** Asks the authority to withdraw a valid document (interface 4.4). */
export const cancelRecord = (record: WireRecord, reason: string, approval: Headers): Promise<WireRecord> => {
  const { KIND, FAMILY, SALE_GUID } = record
  return gatewayWith(approval)(`${KIND}.${FAMILY}.cancel`, { body: { SALE_GUID, REASON: reason.trim() } })
}

/** Has MyInvois asked now about one that is in doubt, and not when the gateway would by itself. */
export const lookUpRecord = async ({ record, version }: ListedRecord): Promise<WireRecord> =>
  (await operator('lookUpRecord', { params: { guid: record.SALE_GUID }, body: { version } })).record
