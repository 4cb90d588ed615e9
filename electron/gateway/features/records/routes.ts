import type { OperatorHandlers } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { buyerRoutes } from './buyers.ts'
import { changesSince } from './changes-since.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord, showCorrection } from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import { itemSearch } from './item-search.ts'
import type { BuyerDeps } from './known-buyers.ts'
import { countRecords, listRecords, listRefusals, listShifts } from './list.ts'
import { findBuyers, soldItems } from './remembered.ts'
import { scanTaxpayer } from './scan.ts'

export function recordsRoutes(parts: RecordDeps & BuyerDeps) {
  const withItems = itemSearch(parts)
  return {
    changes: changesSince(parts),
    listRecords: listRecords(parts, withItems),
    countRecords: countRecords(parts, withItems),
    listRefusals: listRefusals(parts),
    listShifts: listShifts(parts),
    showRecord: showRecord(parts),
    showAttempt: showAttempt(parts),
    correction: showCorrection(parts),
    findBuyers: findBuyers(parts),
    soldItems: soldItems(parts),
    ...buyerRoutes(parts),
    scanTaxpayer: scanTaxpayer(parts),
    lookUpRecord: lookUpRecord(parts),
    releaseRecord: releaseRecord(parts),
    resolveRecord: resolveRecord(parts),
    closeRecord: closeRecord(parts),
    resendRecord: resendRecord(parts),
  } satisfies Partial<OperatorHandlers>
}
