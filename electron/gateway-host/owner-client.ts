import { z } from 'zod'
import { health, queue } from '../../shared/api/operator/health.ts'
import { tills } from '../../shared/api/operator/shifts.ts'
import { operatorBase } from '../../shared/api/operator.ts'
import type { Running } from '../headless/discovery.ts'
import type { GatewayState } from './messages.ts'

const problem = z.object({ detail: z.string() })

/** Asks a gateway in this process, as its owner. */
export interface OwnerClient {
  readonly state: () => Promise<GatewayState>
  /** @returns why there is no copy; null where there is one */
  readonly backUp: (file: string) => Promise<string | null>
}

export function ownerClient({ gateway, port }: Running, language: () => string): OwnerClient {
  const { app, controlToken } = gateway
  const headers = () => ({
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${controlToken}`,
    'accept-language': language(),
  })
  return {
    async state() {
      const [healthy, queued, open] = await Promise.all(
        ['/health', '/queue', '/tills'].map(async (path) => {
          const url = `${operatorBase}${path}`
          return (await app.inject({ method: 'GET', url, headers: headers() })).json<unknown>()
        }),
      )
      return gatewayStateOf(health.parse(healthy), queue.parse(queued), tills.parse(open))
    },
    async backUp(file) {
      const url = `${operatorBase}/backup`
      const answer = await app.inject({ method: 'POST', url, headers: headers(), payload: { file } })
      return answer.statusCode === 200 ? null : problem.parse(answer.json()).detail
    },
  }
}

function gatewayStateOf(
  { verdict, message }: z.output<typeof health>,
  { unsent, in_doubt, lanes, attention }: z.output<typeof queue>,
  { items }: z.output<typeof tills>,
): GatewayState {
  const inFlight = lanes.reduce((sum, { work, count }) => (work === 'settle' ? sum + count : sum), 0)
  // A note that waits for its original goes by itself when that is valid.
  const { waits_for_original: _goesByItself, ...others } = attention
  const needPerson = Object.values(others).reduce((sum, count) => sum + count, 0)
  const sold = items.flatMap(({ uncovered }) => uncovered.map(({ newest_at }) => Date.parse(newest_at)))
  return {
    verdict,
    sentence: message,
    waiting: unsent,
    inFlight,
    inDoubt: in_doubt,
    needPerson,
    openShifts: items.filter(({ open }) => open !== null).length,
    newestSaleWithoutShiftAt: sold.length === 0 ? null : Math.max(...sold),
  }
}
