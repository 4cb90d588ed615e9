import type { OperatorHandlers } from '../../http/call.ts'
import { changesSince } from './changes-since.ts'
import { decisionRoutes } from './decisions.ts'
import { detailRoutes } from './detail.ts'
import type { RecordDeps } from './find.ts'
import type { BuyerDeps } from './known-buyers.ts'
import { listRoutes } from './list.ts'
import { rememberedRoutes } from './remembered.ts'
import { scanTaxpayer } from './scan.ts'

export const recordsRoutes = (parts: RecordDeps & BuyerDeps) =>
  ({
    changes: changesSince(parts),
    ...listRoutes(parts),
    ...detailRoutes(parts),
    ...rememberedRoutes(parts),
    scanTaxpayer: scanTaxpayer(parts),
    ...decisionRoutes(parts),
  }) satisfies Partial<OperatorHandlers>
