import type { picturesRows } from '../../../../shared/api/operator/pictures.ts'
import type { HandlersOf } from '../../http/call.ts'
import type { SlipDeps } from './printed.ts'
import { qrPng, qrSvg } from './qr.ts'
import { slip } from './slip.ts'

export const slipRoutes = (parts: SlipDeps): HandlersOf<typeof picturesRows> => ({
  qrSvg: qrSvg(parts),
  qrPng: qrPng(parts),
  slip: slip(parts),
})
