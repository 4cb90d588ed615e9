import { Agent, request } from 'node:http'
import { invoice } from '../support/till.ts'

export interface Day {
  /** Milliseconds from the request to the end of its answer, of each sale. */
  readonly waits: readonly number[]
  /** Sales that nobody answered with 200 or 202, however often they were sent. */
  readonly unanswered: readonly string[]
}

const restMs = 200
/** As docs/integrate.md tells a till to. */
const mostTries = 5

/** So many tills post sales, each one after the other, for so long. */
export async function sellAt(
  port: number,
  token: string,
  { tills, ms, name }: { readonly tills: number; readonly ms: number; readonly name: string },
): Promise<Day> {
  const waits: number[] = []
  const unanswered: string[] = []
  const until = performance.now() + ms
  const till = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; performance.now() < until; at += 1) {
      const code = `${name}-${number}-${at}`
      const body = JSON.stringify(invoice(code, { TERMINAL_NAME: `T${number}` }))
      const begun = performance.now()
      let status = 0
      for (let tries = 0; tries < mostTries && status !== 202 && status !== 200; tries += 1) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
        status = await post(port, token, agent, body)
      }
      waits.push(performance.now() - begun)
      if (status !== 202 && status !== 200) unanswered.push(`${code}: ${status}`)
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: tills }, (_, number) => till(number)))
  return { waits, unanswered }
}

/** @returns the HTTP status; 0 where nobody answered */
const post = (port: number, token: string, agent: Agent, body: string) =>
  new Promise<number>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const options = { host: '127.0.0.1', port, agent, method: 'POST', path: '/v1/sale/invoice_submission', headers }
    const sent = request({ ...options, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
