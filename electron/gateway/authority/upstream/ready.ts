import type { AuthorityClock } from '../authority-clock.ts'
import type { Advice } from '../port.ts'
import type { Api } from './api.ts'

/** So long a good answer is trusted, so that not every document costs two requests. */
const trustedMs = 30_000

/** Whether the other gateway answers and takes our token, asked before a document is claimed. */
export class Readiness {
  readonly #api: Api
  readonly #clock: AuthorityClock
  #goodUntilMs = Number.NEGATIVE_INFINITY

  constructor(api: Api, clock: AuthorityClock) {
    this.#api = api
    this.#clock = clock
  }

  async ask(): Promise<Advice> {
    const isTrusted = this.#clock.steadyMs() < this.#goodUntilMs
    const advice = isTrusted ? ({ kind: 'go_on' } as const) : await this.#askVersion()
    if (advice.kind !== 'go_on' || (await this.#clock.isFitToSend(() => this.#askVersion()))) return advice
    return { kind: 'pause', askedMs: null, attention: 'clock_wrong' }
  }

  /** Something went wrong: ask again before the next document. */
  forget(): void {
    this.#goodUntilMs = Number.NEGATIVE_INFINITY
  }

  async #askVersion(): Promise<Advice> {
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
}
