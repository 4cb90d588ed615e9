import type { sendingRows } from '../../../../shared/api/operator/sending.ts'
import type { HandlersOf } from '../../http/call.ts'
import { pauseSending, resumeSending, type SendingDeps, showSending } from './sending.ts'

export const sendingRoutes = (parts: SendingDeps): HandlersOf<typeof sendingRows> => ({
  sending: showSending(parts),
  pauseSending: pauseSending(parts),
  resumeSending: resumeSending(parts),
})
