import type { OperatorHandlers } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { changesSince } from './changes-since.ts'
import {
  closeRefusedRecord,
  lookUpRecord,
  releaseRecord,
  resendRecord,
  resolveRecord,
  showBodyToCorrect,
} from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import type { BuyerDeps } from './known-buyers.ts'
import { countRecords, createItemFilter, listRecords, listRefusedSales, listShifts } from './list.ts'
import { buyerRoutes, findBuyers, soldItems } from './remembered.ts'
import { scanTaxpayer } from './scan.ts'

export function recordsRoutes(parts: RecordDeps & BuyerDeps) {
  const withItems = createItemFilter(parts)
  return {
    changes: changesSince(parts),
    listRecords: listRecords(parts, withItems),
    countRecords: countRecords(parts, withItems),
    listRefusals: listRefusedSales(parts),
    listShifts: listShifts(parts),
    showRecord: showRecord(parts),
    showAttempt: showAttempt(parts),
    correction: showBodyToCorrect(parts),
    findBuyers: findBuyers(parts),
    soldItems: soldItems(parts),
    ...buyerRoutes(parts),
    scanTaxpayer: scanTaxpayer(parts),
    lookUpRecord: lookUpRecord(parts),
    releaseRecord: releaseRecord(parts),
    resolveRecord: resolveRecord(parts),
    closeRecord: closeRefusedRecord(parts),
    resendRecord: resendRecord(parts),
  } satisfies Partial<OperatorHandlers>
}
