import type { Instant } from '../../../shared/domain/record.ts'
import type { Authority } from '../authority/port.ts'
import type { Clock } from '../ports.ts'

type Calls = {
  readonly [Name in keyof Authority as Authority[Name] extends (...args: never[]) => Promise<unknown>
    ? Name
    : never]: Authority[Name]
}

/** Whether an answer proves that the authority was reached and did its work; of `ready` a token kept from before may. */
const isContact: { readonly [Name in keyof Calls]: (answer: Awaited<ReturnType<Calls[Name]>>) => boolean } = {
  ready: () => false,
  submit: ({ exchange }) => exchange.httpStatus !== null && exchange.httpStatus < 500 && exchange.httpStatus !== 429,
  poll: ({ kind }) => kind === 'shown',
  lookUp: ({ kind }) => kind === 'answered',
  watch: ({ kind }) => kind === 'shown',
  listSent: ({ kind }) => kind === 'page',
  cancel: ({ kind }) => kind === 'cancelled' || kind === 'refused',
  cancelledThere: (answer) => answer !== null,
  validateTaxpayer: ({ kind }) => kind !== 'throttled' && kind !== 'unavailable',
  searchTaxpayer: ({ kind }) => kind !== 'throttled' && kind !== 'unavailable',
  taxpayerOfCode: ({ kind }) => kind !== 'throttled' && kind !== 'unavailable',
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

  /** The same authority; what it answers is noted. */
  through(authority: Authority): Authority {
    const get = (all: Authority, name: keyof Authority) => {
      const member: unknown = all[name]
      if (typeof member !== 'function' || !Object.hasOwn(isContact, name)) return member
      return async (...args: readonly unknown[]) => {
        const answer: unknown = await Reflect.apply(member, all, args)
        if ((isContact[name as keyof Calls] as (given: unknown) => boolean)(answer)) this.#lastAt = this.#clock.now()
        return answer
      }
    }
    return new Proxy(authority, { get })
  }
}
