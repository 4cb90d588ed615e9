import type { eventsRows } from '../../../../shared/api/operator/events.ts'
import type { HandlersOf } from '../../http/call.ts'
import { type ListeningDeps, listenToEvents } from './events.ts'

export const eventsRoutes = (parts: ListeningDeps): HandlersOf<typeof eventsRows> => ({
  events: listenToEvents(parts),
})
