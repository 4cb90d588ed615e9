import type { Instant } from '../../../../shared/domain/record.ts'
import type { Authority } from '../../authority/port.ts'
import type { Clock } from '../../ports.ts'

type Calls = {
  readonly [Name in keyof Authority as Authority[Name] extends (...args: never[]) => Promise<unknown>
    ? Name
    : never]: Authority[Name]
}

/** When the authority last answered. */
export class Contact {
  readonly #clock: Clock
  #lastAt: Instant | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Null where it has not since the gateway started. */
  get lastAt(): Instant | null {
    return this.#lastAt
  }

  /** The same authority; what it answers is noted where that proves that it was reached and did its work. */
  through(authority: Authority): Authority {
    const isThere = ({ kind }: { readonly kind: string }) => kind !== 'throttled' && kind !== 'unavailable'
    const noted: Calls = {
      // A token kept from before may answer it.
      ready: (...asked) => authority.ready(...asked),
      submit: (...asked) =>
        this.#noted(
          authority.submit(...asked),
          ({ exchange: { httpStatus } }) => httpStatus !== null && httpStatus < 500 && httpStatus !== 429,
        ),
      poll: (...asked) => this.#noted(authority.poll(...asked), ({ kind }) => kind === 'shown'),
      lookUp: (...asked) => this.#noted(authority.lookUp(...asked), ({ kind }) => kind === 'answered'),
      watch: (...asked) => this.#noted(authority.watch(...asked), ({ kind }) => kind === 'shown'),
      listSent: (...asked) => this.#noted(authority.listSent(...asked), ({ kind }) => kind === 'page'),
      cancel: (...asked) =>
        this.#noted(authority.cancel(...asked), ({ kind }) => kind === 'cancelled' || kind === 'refused'),
      cancelledThere: (...asked) => this.#noted(authority.cancelledThere(...asked), (answer) => answer !== null),
      validateTaxpayer: (...asked) => this.#noted(authority.validateTaxpayer(...asked), isThere),
      searchTaxpayer: (...asked) => this.#noted(authority.searchTaxpayer(...asked), isThere),
      taxpayerOfCode: (...asked) => this.#noted(authority.taxpayerOfCode(...asked), isThere),
    }
    return { ...authority, ...noted }
  }

  async #noted<Answer>(asked: Promise<Answer>, isContact: (answer: Answer) => boolean): Promise<Answer> {
    const answer = await asked
    if (isContact(answer)) this.#lastAt = this.#clock.now()
    return answer
  }
}
