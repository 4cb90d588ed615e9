import type { Clock } from '../../ports.ts'

/** Where the authority says too much and not until when (reliability UP9). */
const shortestMs = 1_000

/**
 * Until when the authority wants no more requests of a kind: whoever else has one to make, another submission to ask
 * about or another company of the same client, need not be told so again.
 */
export class Holds {
  readonly #clock: Pick<Clock, 'steadyMs'>
  /** On the steady clock. */
  readonly #until = new Map<string, number>()

  constructor(clock: Pick<Clock, 'steadyMs'>) {
    this.#clock = clock
  }

  /** @param askedMs null where it did not say how long */
  hold(kind: string | null, clientId: string, askedMs: number | null): void {
    const heldMs = Math.max(askedMs ?? 0, shortestMs)
    this.#until.set(`${kind} ${clientId}`, this.#clock.steadyMs() + heldMs)
  }

  /** @returns for how many whole milliseconds nothing may be sent; null where it may */
  leftMs(kind: string | null, clientId: string): number | null {
    const key = `${kind} ${clientId}`
    const left = (this.#until.get(key) ?? 0) - this.#clock.steadyMs()
    if (left > 0) return Math.ceil(left)
    this.#until.delete(key)
    return null
  }
}
