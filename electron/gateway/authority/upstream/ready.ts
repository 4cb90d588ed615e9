import type { Clock } from '../../ports.ts'
import type { Advice } from '../port.ts'
import type { Api } from './api.ts'

/** So long a good answer is trusted, so that not every document costs two requests. */
const trustedMs = 30_000

/** Whether the other gateway answers and takes our token, asked before a document is claimed. */
export class Readiness {
  readonly #api: Api
  readonly #clock: Clock
  #goodUntilMs = Number.NEGATIVE_INFINITY

  constructor(api: Api, clock: Clock) {
    this.#api = api
    this.#clock = clock
  }

  async ask(): Promise<Advice> {
    if (this.#clock.steadyMs() < this.#goodUntilMs) return { kind: 'go_on' }
    const result = await this.#api.call({ method: 'GET', path: '/version/' })
    if (result.kind !== 'answered') return { kind: 'pause', askedMs: null, attention: null }
    const { status, askedMs } = result
    if (status === 200) {
      this.#goodUntilMs = this.#clock.steadyMs() + trustedMs
      return { kind: 'go_on' }
    }
    // Other 4xx: the address or the token is wrong, and only the owner can mend that.
    const isOurs = status >= 400 && status < 500 && status !== 429
    return { kind: 'pause', askedMs, attention: isOurs ? 'company_not_ready' : null }
  }

  /** Something went wrong: ask again before the next document. */
  forget(): void {
    this.#goodUntilMs = Number.NEGATIVE_INFINITY
  }
}
