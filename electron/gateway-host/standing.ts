import { z } from 'zod'
import { health, queue } from '../../shared/catalogue/shapes/operator.ts'
import { shiftList } from '../../shared/catalogue/shapes/records.ts'
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
  const read = async (path: string): Promise<unknown> =>
    (await app.inject({ method: 'GET', url: `${operatorBase}${path}`, headers: headers() })).json()
  return {
    async standing() {
      const [healthy, queued, shifts] = await Promise.all([read('/health'), read('/queue'), read('/shifts')])
      return standingOf(health.parse(healthy), queue.parse(queued), shiftList.parse(shifts))
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
  { items: [newest] }: z.output<typeof shiftList>,
): Standing {
  const inFlight = lanes.reduce((sum, { work, count }) => (work === 'settle' ? sum + count : sum), 0)
  const needPerson = Object.values(attention).reduce((sum, count) => sum + count, 0)
  const newestSaleAt = newest === undefined ? null : Date.parse(newest.newest_at)
  return { verdict, sentence, waiting, inFlight, inDoubt: in_doubt, needPerson, newestSaleAt }
}
