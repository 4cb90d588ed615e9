import type { OperatorHandlers } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { buyerRoutes } from './buyers.ts'
import { changesSince } from './changes-since.ts'
import { closeRecord, lookUpRecord, releaseRecord, resendRecord, resolveRecord, showCorrection } from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import type { BuyerDeps } from './known-buyers.ts'
import { countRecords, listRecords, listRefusals, listShifts } from './list.ts'
import { findBuyers, soldItems } from './remembered.ts'
import { scanTaxpayer } from './scan.ts'

export const recordsRoutes = (parts: RecordDeps & BuyerDeps) =>
  ({
    changes: changesSince(parts),
    listRecords: listRecords(parts),
    countRecords: countRecords(parts),
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
  }) satisfies Partial<OperatorHandlers>
