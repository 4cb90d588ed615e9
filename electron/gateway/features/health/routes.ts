import type { healthRows } from '../../../../shared/api/operator/health.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type QueueDeps, queue } from '../sending/queue.ts'
import { health } from './health.ts'

export const healthRoutes = (parts: QueueDeps): HandlersOf<typeof healthRows> => ({
  queue: queue(parts),
  health: health(parts.monitor),
})
