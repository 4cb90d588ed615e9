import { createHash } from 'node:crypto'
import { interfaceEndpoints, operatorEndpoints } from '../../shared/api/openapi/described.ts'
import type { WorkKind } from '../../shared/domain/status.ts'
import { aClock } from '../support/clock.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { begunToGoLive } from '../support/installations.ts'
import { type RawAsk, raw } from '../support/raw.ts'
import { companyGuid } from '../support/till.ts'

export interface Ask {
  /** The values for the path's braces, in order. */
  readonly at?: string | readonly string[]
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly bearer?: string
}

export type Answer = Readonly<Record<string, unknown>>

export const endpoints = [...interfaceEndpoints, ...operatorEndpoints]

/** Headers that belong to the connection or follow from the body. */
const unsaid = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']

/** Values that differ in every run. Everything else is compared exactly. */
const passing: readonly (readonly [RegExp, string])[] = [
  [/\d+\.\d GB of disk/g, '‹now› of disk'],
  // The QR code contains a link with the port.
  [/<path d="M8 [^"]+"/, '<path d="‹code›"'],
  [/127\.0\.0\.1:(?!9\/)\d+/g, '127.0.0.1:‹port›'],
]

const mostShown = 40_000

/** Predictable randomness. Values count up by length, because the number of requests for them may depend on speed. */
function knownChance() {
  const counts = new Map<number, number>()
  const next = (of: number) => {
    counts.set(of, (counts.get(of) ?? 0) + 1)
    return counts.get(of)
  }
  return {
    guid: () => `00000000-0000-4000-8000-${String(next(0)).padStart(12, '0')}`,
    secret: (bytes: number) =>
      createHash('shake256', { outputLength: bytes })
        .update(`${bytes} ${next(bytes)}`)
        .digest('base64url'),
    fraction: () => 0.5,
  }
}

/** A gateway whose clock stands still between calls, and the text of every call and answer. */
export class Recording {
  readonly shop: TestGateway
  readonly asked = new Set<string>()
  readonly #clock: ReturnType<typeof aClock>
  readonly #lines: string[] = []

  private constructor(shop: TestGateway, clock: ReturnType<typeof aClock>) {
    this.shop = shop
    this.#clock = clock
  }

  static async start(): Promise<Recording> {
    const clock = aClock()
    const env = {
      RESIT_DISPATCH_DELAY_MS: '60000',
      RESIT_POLL_INTERVAL_MS: '5000',
      RESIT_QUARANTINE_MS: '600000',
      RESIT_LOOKUP_INTERVAL_MS: '60000',
      RESIT_REQUEST_TIMEOUT_MS: '60000',
    }
    const ask = () => Promise.resolve({ status: 200, body: { verdict: 'good', checks: [] } })
    const nothing = () => undefined
    const installations = { ...begunToGoLive, ask, keep: nothing, choose: nothing, restore: nothing }
    const shop = await startGateway({ env, ports: { clock, randomness: knownChance() }, installations })
    return new Recording(shop, clock)
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  /** Begins a new chapter of the day. */
  tell(what: string): void {
    this.#lines.push('', `# ${what}`)
  }

  /** Calls an endpoint by its id in the catalogue. Each call takes a second of the gateway's clock. */
  async ask(id: string, { at = [], query = '', headers = {}, body, bearer }: Ask = {}): Promise<Answer> {
    const endpoint = endpoints.find((each) => each.id === id)
    if (!endpoint) throw new Error(`nothing is called ${id}`)
    this.asked.add(id)
    this.#clock.pass(1000)
    const places = [at].flat()
    const path = endpoint.path.replace(/\{\w+\}/g, () => places.shift() ?? '') + query
    const asked: RawAsk = {
      method: endpoint.method,
      path,
      headers: {
        authorization: `Bearer ${bearer ?? this.shop.gateway.controlToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const { status, headers: told, text } = await raw(this.shop.port, asked)
    const kept = Object.entries(told).filter(([name]) => !unsaid.includes(name))
    this.#lines.push(
      '',
      `## ${id}: ${endpoint.method} ${this.#steady(path)}`,
      ...Object.entries(headers).map(([name, value]) => `> ${name}: ${value}`),
      ...(body === undefined ? [] : [`> ${this.#steady(JSON.stringify(body))}`]),
      String(status),
      ...kept.map(([name, value]) => `${name}: ${this.#steady(String(value))}`),
      '',
      this.#steady(broken(text)),
    )
    return text.startsWith('{') ? JSON.parse(text) : {}
  }

  /** Moves the clock, and starts all due work. */
  async pass(ms: number): Promise<void> {
    this.#clock.pass(ms)
    await this.shop.gateway.wake()
  }

  /** Waits for work of the gateway, while its clock stands still. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 30_000
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error(`${what}: it does not come`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Waits until a record is in this phase, and all work that is due now is done. */
  settled(guid: unknown, phase: string): Promise<void> {
    return this.until(`${String(guid)} ${phase}`, async () => {
      const stored = await this.shop.gateway.store.records.byGuid(String(guid))
      return stored?.record.phase === phase
    })
  }

  /** Waits until a company's due work was tried and is due again later. */
  rests(work: WorkKind): Promise<void> {
    return this.until(work, async () => {
      const dueAt = await this.shop.gateway.store.schedule.nextDue(work, companyGuid)
      return dueAt === null || dueAt > this.#clock.now()
    })
  }

  #steady(text: string): string {
    const named = text.replaceAll(this.shop.dataDir, '‹data›')
    return passing.reduce((all, [what, name]) => all.replace(what, name), named)
  }
}

/** Adds line breaks only: one field in a line, so that differences are small. A code list is shown as its digest. */
function broken(text: string): string {
  const lines = text.startsWith('{') ? text.replace(/(?<=[,{[])(?=["{])/g, '\n') : text
  if (lines.includes('\0')) return '‹a picture of the same code›'
  if (lines.length < mostShown) return lines
  const digest = createHash('sha256').update(text).digest('hex')
  return `${lines.slice(0, 1000)}\n… ${text.length} characters, SHA-256 ${digest}`
}
