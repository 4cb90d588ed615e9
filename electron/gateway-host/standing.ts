import { z } from 'zod'
import { health, queue } from '../../shared/catalogue/shapes/operator.ts'
import { tills } from '../../shared/catalogue/shapes/shifts.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { operatorBase } from '../gateway/routes.ts'
import type { Standing } from './messages.ts'

const problem = z.object({ detail: z.string() })

/** Asks a gateway in this process, as its owner. */
export interface OwnerDesk {
  readonly standing: () => Promise<Standing>
  /** @returns why there is no copy; null where there is one */
  readonly backUp: (file: string) => Promise<string | null>
}

export function ownerDesk({ app, controlToken }: Gateway, port: number, language: () => string): OwnerDesk {
  const headers = () => ({
    host: `127.0.0.1:${port}`,
    authorization: `Bearer ${controlToken}`,
    'accept-language': language(),
  })
  return {
    async standing() {
      const [healthy, queued, open] = await Promise.all(
        ['/health', '/queue', '/tills'].map(async (path) => {
          const url = `${operatorBase}${path}`
          return (await app.inject({ method: 'GET', url, headers: headers() })).json<unknown>()
        }),
      )
      return standingOf(health.parse(healthy), queue.parse(queued), tills.parse(open))
    },
    async backUp(file) {
      const url = `${operatorBase}/backup`
      const answer = await app.inject({ method: 'POST', url, headers: headers(), payload: { file } })
      return answer.statusCode === 200 ? null : problem.parse(answer.json()).detail
    },
  }
}

function standingOf(
  { verdict, sentence }: z.output<typeof health>,
  { waiting, in_doubt, lanes, attention }: z.output<typeof queue>,
  { items }: z.output<typeof tills>,
): Standing {
  const inFlight = lanes.reduce((sum, { work, count }) => (work === 'settle' ? sum + count : sum), 0)
  // A note that waits for its original goes by itself when that is valid.
  const { waits_for_original: _goesByItself, ...others } = attention
  const needPerson = Object.values(others).reduce((sum, count) => sum + count, 0)
  const sold = items.flatMap(({ uncovered }) => uncovered.map(({ newest_at }) => Date.parse(newest_at)))
  return {
    verdict,
    sentence,
    waiting,
    inFlight,
    inDoubt: in_doubt,
    needPerson,
    openShifts: items.filter(({ open }) => open !== null).length,
    newestSaleWithoutShiftAt: sold.length === 0 ? null : Math.max(...sold),
  }
}
