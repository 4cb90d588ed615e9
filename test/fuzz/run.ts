import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { type DescribedEndpoint, interfaceEndpoints, operatorEndpoints } from '../../shared/api/openapi/described.ts'
import { problemSchema } from '../../shared/api/shapes/problem.ts'
import { chanceOf } from '../faults/chance.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { type FuzzRequest, operationOf, requestTo, takesNothing } from './requests.ts'

export interface FuzzOptions {
  readonly each: number
  readonly seed: number
  /** Whether documents are sent to the authority. */
  readonly isSending: boolean
  /** Called after each endpoint, so that an interrupted run has reported its results so far. */
  readonly tell?: (fuzzed: Fuzzed) => void
}

export interface Fuzzed {
  readonly id: string
  /** Counts by HTTP status, for this endpoint. */
  readonly answers: ReadonlyMap<number, number>
  /** Wrong behaviour of this endpoint. */
  readonly faults: readonly string[]
}

export interface FuzzResult {
  readonly requests: number
  readonly endpoints: number
  /** Counts by HTTP status. */
  readonly answers: ReadonlyMap<number, number>
  /** Wrong behaviour, each with its request. If there are many, only the first. */
  readonly faults: readonly string[]
  /** Addresses on other machines that this process connected to. */
  readonly beyond: readonly string[]
  readonly grownMb: number
}

/** Endpoints that are left out, with the reason. */
export const notFuzzed: Readonly<Record<string, string>> = {
  'operator.prepareCompany': 'leads to the sandbox of the authority, beyond this machine',
  'operator.prepareCredentials': 'leads to the sandbox of the authority, beyond this machine',
  'operator.checkInstallation': 'asks the authority itself, beyond this machine',
  'operator.chooseInstallation': 'ends this gateway and starts another',
}

/** Requests without input are all alike, so a few are enough. */
const timesOfNothing = 10
/** Calls that are slow on purpose, such as PIN hashes and new keys, are made four times less often. */
const dear = ['operator.createPerson', 'operator.setPin']
const atOnce = 8
const mostTold = 20
const looksLikeStack = /\bat (?:async )?[\w.<>]+ \((?:file:|node:|\/)|node:internal|\.ts:\d+:\d+|SqliteError|SQLITE_/

interface Answered {
  readonly status: number
  readonly type: string
  readonly said: string
}

/** Sends random requests, made from the reference, and checks every answer. */
export async function fuzz({ each, seed, isSending, tell }: FuzzOptions): Promise<FuzzResult> {
  const beyond: string[] = []
  const watch = (message: unknown) => {
    const { socket } = message as { readonly socket: Socket }
    socket.on('connectionAttempt', (ip: string) => {
      if (!/^(127\.|::1$|::ffff:127\.)/.test(ip)) beyond.push(ip)
    })
  }
  subscribe('net.client.socket', watch)
  const shop = await startGateway({ env: { ...(!isSending && { RESIT_DISPATCH: 'off' }) } })
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  try {
    const before = process.memoryUsage().rss
    const shots = new Shots(shop, agent, await shop.token())
    const endpoints = [...interfaceEndpoints, ...operatorEndpoints].filter(({ id }) => !Object.hasOwn(notFuzzed, id))
    for (const [at, endpoint] of endpoints.entries()) {
      const { answers, faults } = shots
      const [answered, known] = [new Map(answers), faults.length]
      await shots.at(endpoint, timesOf(endpoint, each), seed + at * 7919)
      tell?.({ id: endpoint.id, answers: since(answered, answers), faults: faults.slice(known) })
    }
    const lives = await shots.send({ method: 'GET', path: '/healthz', headers: {}, body: null })
    if (lives.status !== 200) shots.faults.push(`the gateway does not live: ${lives.status}`)
    const grownMb = Math.round((process.memoryUsage().rss - before) / 2 ** 20)
    return { ...shots.result, endpoints: endpoints.length, beyond, grownMb }
  } finally {
    agent.destroy()
    await shop.close()
    unsubscribe('net.client.socket', watch)
  }
}

const since = (before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>) =>
  new Map(
    [...now]
      .map(([status, count]) => [status, count - (before.get(status) ?? 0)] as const)
      .filter(([, count]) => count > 0),
  )

const timesOf = (endpoint: DescribedEndpoint, each: number): number => {
  if (takesNothing(endpoint)) return Math.min(each, timesOfNothing)
  return dear.includes(endpoint.id) ? Math.ceil(each / 4) : each
}

class Shots {
  readonly faults: string[] = []
  readonly answers = new Map<number, number>()
  readonly #shop: TestGateway
  readonly #agent: Agent
  readonly #token: string
  #requests = 0

  constructor(shop: TestGateway, agent: Agent, token: string) {
    this.#shop = shop
    this.#agent = agent
    this.#token = token
  }

  get result() {
    return { requests: this.#requests, answers: this.answers, faults: this.faults.slice(0, mostTold) }
  }

  async at(endpoint: DescribedEndpoint, times: number, seed: number): Promise<void> {
    const token = endpoint.path.startsWith('/v1') ? this.#token : this.#shop.gateway.controlToken
    const chance = chanceOf(seed)
    let left = times
    const one = async () => {
      while (left > 0) {
        left -= 1
        const shot = requestTo(endpoint, chance, token)
        const fault = this.#faultIn(endpoint, await this.send(shot))
        if (fault !== null)
          this.faults.push(
            `${endpoint.id}: ${fault}\n  ${shot.method} ${shot.path} ${shot.body?.toString() ?? ''}`.slice(0, 900),
          )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
  }

  async send({ method, path, headers, body }: FuzzRequest): Promise<Answered> {
    this.#requests += 1
    const options = { host: '127.0.0.1', port: this.#shop.port, method, path, headers, agent: this.#agent }
    const answered = Promise.withResolvers<Answered>()
    const sent = request(options, (response) => {
      textOf(response).then(
        (said) =>
          answered.resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', said }),
        answered.reject,
      )
    })
    sent.on('error', answered.reject)
    sent.end(body)
    const answer = await answered.promise
    this.answers.set(answer.status, (this.answers.get(answer.status) ?? 0) + 1)
    return answer
  }

  #faultIn(endpoint: DescribedEndpoint, { status, type, said }: Answered): string | null {
    const documented = operationOf(endpoint).responses
    if (!Object.hasOwn(documented, status)) return `${status} is not documented: ${said.slice(0, 300)}`
    if (status >= 500 && status !== 503) return `${status}: ${said.slice(0, 300)}`
    if (looksLikeStack.test(said)) return `the answer tells of our insides: ${said.slice(0, 300)}`
    for (const secret of [this.#token, this.#shop.gateway.controlToken])
      if (said.includes(secret)) return 'the answer holds a token'
    if (status >= 400) return problemFault(type, said)
    const shape = (endpoint.answers as Readonly<Record<number, typeof problemSchema>>)[status]
    if (status === 304 || !shape || !type.startsWith('application/json')) return null
    const parsed = shape.safeParse(JSON.parse(said))
    return parsed.success ? null : `not as described: ${parsed.error.message.slice(0, 300)}`
  }
}

function problemFault(type: string, said: string): string | null {
  if (!type.startsWith('application/problem+json')) return `an error of type ${type}`
  const parsed = problemSchema.safeParse(JSON.parse(said))
  return parsed.success ? null : `no problem of ours: ${parsed.error.message.slice(0, 300)}`
}
