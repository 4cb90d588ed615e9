import type { OperatorHandlers } from '../../http/call.ts'
import type { EventsHub } from './events-hub.ts'

/**
 * A stream of server-sent events. The bearer is in a header, so a page reads it with `fetch` and not with EventSource,
 * which cannot send one; a token in a URL would end in histories and logs.
 */
export const eventsRoutes = ({ hub }: { readonly hub: Pick<EventsHub, 'open'> }) =>
  ({
    events: async (call) => {
      const { after } = call.query
      const content = await hub.open(call, after === undefined ? null : Number(after))
      // Its end is the end of the connection: a gateway that stops waits for none.
      return { status: 200, headers: { connection: 'close' }, media: { type: 'text/event-stream', content } }
    },
  }) satisfies Partial<OperatorHandlers>
