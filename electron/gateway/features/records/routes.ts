import type { OperatorHandlers } from '../../http/call.ts'
import { showAttempt } from './attempt.ts'
import { changesSince } from './changes-since.ts'
import { decisionRoutes } from './decisions.ts'
import { showRecord } from './detail.ts'
import type { RecordDeps } from './find.ts'
import type { BuyerDeps } from './known-buyers.ts'
import { listRoutes } from './list.ts'
import { rememberedRoutes } from './remembered.ts'
import { scanTaxpayer } from './scan.ts'

export const recordsRoutes = (parts: RecordDeps & BuyerDeps) =>
  ({
    changes: changesSince(parts),
    ...listRoutes(parts),
    showRecord: showRecord(parts),
    showAttempt: showAttempt(parts),
    ...rememberedRoutes(parts),
    scanTaxpayer: scanTaxpayer(parts),
    ...decisionRoutes(parts),
  }) satisfies Partial<OperatorHandlers>
