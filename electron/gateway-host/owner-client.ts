import { z } from 'zod'
import { healthSchema, queueSchema } from '../../shared/api/operator/health.ts'
import { tillsSchema } from '../../shared/api/operator/shifts.ts'
import { operatorBase } from '../../shared/api/operator.ts'
import { injectRequest, type RunningGateway } from '../headless/discovery.ts'
import type { GatewayState } from './messages.ts'

const problem = z.object({ detail: z.string() })

export function ownerClient({ gateway, port }: RunningGateway, language: () => string) {
  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    injectRequest(gateway, port, { method, url: `${operatorBase}${path}`, body, language: language() })
  return {
    async state(): Promise<GatewayState> {
      const asked = ['/health', '/queue', '/tills'].map(async (path) => (await ask('GET', path)).body)
      const [healthy, queued, open] = await Promise.all(asked)
      return gatewayStateOf(healthSchema.parse(healthy), queueSchema.parse(queued), tillsSchema.parse(open))
    },
    /** @returns why there is no backup; null if there is one */
    async backUp(): Promise<string | null> {
      const { status, body } = await ask('POST', '/backup', { file: null })
      return status === 200 ? null : problem.parse(body).detail
    },
  }
}

function gatewayStateOf(
  { verdict, message }: z.output<typeof healthSchema>,
  { unsent, in_doubt, lanes, attention }: z.output<typeof queueSchema>,
  { items }: z.output<typeof tillsSchema>,
): GatewayState {
  const inFlight = lanes.reduce((sum, { work, count }) => (work === 'settle' ? sum + count : sum), 0)
  // A note that waits for its original needs no person.
  const { waits_for_original: _goesByItself, ...others } = attention
  const needPerson = Object.values(others).reduce((sum, count) => sum + count, 0)
  const sold = items.flatMap(({ without_shift }) => without_shift.map(({ newest_at }) => Date.parse(newest_at)))
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
