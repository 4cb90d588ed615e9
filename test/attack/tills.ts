import http from 'node:http'
import https from 'node:https'
import { invoice } from '../support/till.ts'

export interface Day {
  /** For each sale the milliseconds from its request to the end of the answer. */
  readonly waits: readonly number[]
  /** Sales that got neither 200 nor 202 after all tries. */
  readonly unanswered: readonly string[]
}

const restMs = 200
/** The number of tries that docs/integrate.md recommends. */
const mostTries = 5

export interface Way {
  readonly port: number
  readonly token: string
  /** PEM of the authority that issued the gateway's certificate. Absent on the same computer, without TLS. */
  readonly ca?: string
}

/**
 * Tills post sales one after the other, for some time. Over TLS every second till opens a new connection for each sale.
 */
export async function sellAt(
  way: Way,
  { tills, ms, name }: { readonly tills: number; readonly ms: number; readonly name: string },
): Promise<Day> {
  const waits: number[] = []
  const unanswered: string[] = []
  const until = performance.now() + ms
  const till = async (number: number) => {
    const { Agent } = way.ca === undefined ? http : https
    const agent = new Agent({ keepAlive: way.ca === undefined || number % 2 === 0, maxSockets: 1 })
    for (let at = 0; performance.now() < until; at += 1) {
      const code = `${name}-${number}-${at}`
      const body = JSON.stringify(invoice(code, { TERMINAL_NAME: `T${number}` }))
      const begun = performance.now()
      let status = 0
      for (let tries = 0; tries < mostTries && status !== 202 && status !== 200; tries += 1) {
        if (tries > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
        status = await post(way, agent, body)
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

/** @returns the HTTP status; 0 if there was no answer */
const post = ({ port, token, ca }: Way, agent: http.Agent, body: string) =>
  new Promise<number>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const at = { host: '127.0.0.1', port, agent, method: 'POST', path: '/v1/sale/invoice_submission' }
    const options = { ...at, headers: { host: `localhost:${port}`, ...headers }, ca, servername: 'localhost' }
    const sent = (ca === undefined ? http : https).request({ ...options, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(0))
    sent.end(body)
  })

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
