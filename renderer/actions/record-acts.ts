import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { operator, tillApiWith } from '../gateway/api.ts'
import type { ListedRecord } from '../gateway/records.ts'

type SeenRecord = Pick<ListedRecord, 'record' | 'version'>

const operations = { void: 'voidByGuid', cancel: 'cancel' } as const

/**
 * Voids a document that was not sent, or asks the authority to cancel a valid one (interface 4.4).
 * @param approval header with a supervisor's approval
 */
export const withdrawRecord =
  (act: keyof typeof operations, approval: Readonly<Record<string, string>> = {}) =>
  ({ record: { KIND, FAMILY, SALE_GUID } }: SeenRecord, reason: string): Promise<WireRecord> =>
    tillApiWith(approval)(`${KIND}.${FAMILY}.${operations[act]}`, { body: { SALE_GUID, REASON: reason.trim() } })

/** Asks MyInvois now about a document in doubt, or closes a refused one. A look-up has no reason. */
export const settleRecord =
  (act: 'lookUpRecord' | 'closeRecord') =>
  async ({ record, version }: SeenRecord, reason = ''): Promise<WireRecord> => {
    const body = { version, ...(reason !== '' && { reason }) }
    return (await operator(act, { params: { guid: record.SALE_GUID }, body })).record
  }
