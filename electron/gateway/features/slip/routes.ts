import type { OperatorHandlers } from '../../http/call.ts'
import type { SlipDeps } from './printed.ts'
import { qrPng, qrSvg } from './qr.ts'
import { slip } from './slip.ts'

export const slipRoutes = (parts: SlipDeps) =>
  ({
    qrSvg: qrSvg(parts),
    qrPng: qrPng(parts),
    slip: slip(parts),
  }) satisfies Partial<OperatorHandlers>
