import { pauseAfterMs } from '../../../shared/domain/pin.ts'
import type { Pins, PinVerdict } from '../access.ts'
import { Allowance } from '../allowance.ts'
import type { Clock, Randomness } from '../ports.ts'
import type { Acts } from '../store/port.ts'
import type { KeptPin, Operator, People, PinDoor } from '../store/port-people.ts'
import { hashPin, isPin } from './pin-hash.ts'

/** Right ones too: a hash costs the machine more than it costs who asks for it. */
const mostTriesAMinute = 30

const doors = ['sign_in', 'session'] as const satisfies readonly PinDoor[]
const keyOf = (id: string, door: PinDoor): string => `${door} ${id}`

export interface PinDeskParts {
  readonly people: Pick<People, 'byId' | 'countTry' | 'forgetTries'>
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
  readonly randomness: Randomness
}

/**
 * Checks PINs one after the other. How many were wrong is kept in the store; how long the pause still is runs on the
 * steady clock, and begins anew at a start: whoever sets the wall clock or restarts the gateway wins nothing by it.
 */
export class PinDesk implements Pins {
  readonly #parts: PinDeskParts
  readonly #startedMs: number
  readonly #tries = Allowance.perMinute(mostTriesAMinute)
  /** Until when nobody may try at a door, on the steady clock, for everybody who tried since the start. */
  readonly #pausedUntilMs = new Map<string, number>()
  /** One hash at a time: each takes 32 MB, and a hundred tries at once are none for nothing. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: PinDeskParts) {
    this.#parts = parts
    this.#startedMs = parts.clock.steadyMs()
  }

  make(pin: string): Promise<KeptPin> {
    return this.#inTurn(() => hashPin(pin, this.#parts.randomness.secret(16)))
  }

  check({ id }: Operator, pin: string, door: PinDoor): Promise<PinVerdict> {
    const waitMs = this.#tries.take(keyOf(id, door))
    if (waitMs > 0) return Promise.resolve({ kind: 'paused', waitMs })
    return this.#inTurn(() => this.#check(id, pin, door))
  }

  forget(operatorId: string): void {
    for (const door of doors) this.#pausedUntilMs.delete(keyOf(operatorId, door))
  }

  async #check(id: string, pin: string, door: PinDoor): Promise<PinVerdict> {
    const { people, acts, clock } = this.#parts
    // Read in turn: the tries before this one count.
    const operator = await people.byId(id)
    if (!operator) return { kind: 'wrong' }
    const key = keyOf(id, door)
    const { name } = operator
    const wrongPins = operator.wrongPins[door]
    const untilMs = this.#pausedUntilMs.get(key) ?? this.#startedMs + pauseAfterMs(wrongPins)
    const waitMs = untilMs - clock.steadyMs()
    if (waitMs > 0) return { kind: 'paused', waitMs }
    const kept = await people.countTry(id, door)
    if (kept && (await isPin(pin, kept))) {
      await people.forgetTries(id, door)
      this.#pausedUntilMs.delete(key)
      return { kind: 'right' }
    }
    this.#pausedUntilMs.set(key, clock.steadyMs() + pauseAfterMs(wrongPins + 1))
    const facts = { id, inARow: wrongPins + 1 }
    await acts.add({ at: clock.now(), by: `person:${name}`, type: 'wrong_pin', facts })
    return { kind: 'wrong' }
  }

  #inTurn<Result>(deed: () => Promise<Result>): Promise<Result> {
    const mine = this.#turn.then(deed)
    this.#turn = mine.catch(() => undefined)
    return mine
  }
}
