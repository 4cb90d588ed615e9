import { GatewayProblem } from '../../shared/api/call.ts'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { countNeedy } from '../../shared/domain/status.ts'
import { makeCaller } from '../headless/cli/calls-over.ts'
import { fetchInside, type StartedGateway } from '../headless/discovery.ts'
import type { GatewayHealth } from './messages.ts'

export function ownerClient({ gateway, port }: StartedGateway, language: () => string) {
  const call = makeCaller(fetchInside(gateway, port), '', { language, token: () => gateway.controlToken })
  return {
    async state(): Promise<GatewayHealth> {
      const [health, queue, tills] = await Promise.all([call('health', {}), call('queue', {}), call('tills', {})])
      return gatewayStateOf(health, queue, tills)
    },
    /** @returns why there is no backup; null if there is one */
    async backUp(): Promise<string | null> {
      try {
        await call('backup', { body: { file: null } })
        return null
      } catch (cause) {
        if (cause instanceof GatewayProblem) return cause.problem.detail
        throw cause
      }
    },
  }
}

function gatewayStateOf(
  { verdict, message }: OperatorAnswer<'health'>,
  { unsent, in_doubt, lanes, attention }: OperatorAnswer<'queue'>,
  { items }: OperatorAnswer<'tills'>,
): GatewayHealth {
  const inFlight = lanes.reduce((sum, { work, count }) => (work === 'settle' ? sum + count : sum), 0)
  const sold = items.flatMap(({ without_shift }) => without_shift.map(({ newest_at }) => Date.parse(newest_at)))
  return {
    verdict,
    sentence: message,
    waiting: unsent,
    inFlight,
    inDoubt: in_doubt,
    needPerson: countNeedy(Object.entries(attention)),
    openShifts: items.flatMap(({ open }) => open).length,
    newestSaleWithoutShiftAt: sold.length === 0 ? null : Math.max(...sold),
  }
}
