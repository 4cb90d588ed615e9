import { pauseAfterMs } from '../../../../shared/domain/pin.ts'
import { type Pins, type PinVerdict, type Tried, unknownOrigin } from '../../http/access.ts'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Clock, PinCost, Randomness } from '../../ports.ts'
import type { KeptPin, People, Person, PinPlace } from '../../store/port/people.ts'
import type { Acts } from '../../store/port/port.ts'
import { oneTimeCode, plainCode } from './one-time-code.ts'
import type { Pepper } from './pepper.ts'
import { hashPin, isPin } from './pin-hash.ts'

type Kind = 'pin' | 'code'

/** Right ones too: a hash costs the machine more than it costs who asks for it. */
const mostTriesAMinute = 30

/** Wrong ones in a row at one place, after which only a new PIN opens it. */
const mostInARow = 10

/** @param id of the person whose PIN it is */
const keyOf = (id: string, { door, origin }: PinPlace): string => `${id} ${door} ${origin}`

export interface PinVerifierDeps {
  readonly people: Pick<People, 'byId' | 'countTry' | 'triesAt' | 'forgetTries' | 'keepPin'>
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly pepper: () => Promise<Pepper | null>
  readonly pinCost?: PinCost | undefined
  /** A wrong one was given: many of them are an attack. */
  readonly refused: () => void
}

/**
 * Checks PINs one after the other. Tries are counted by person, door and who tried. How many were wrong is kept in the
 * store; how long the pause still is runs on the steady clock, and begins anew at a start: whoever sets the wall clock or
 * restarts the gateway wins nothing by it.
 */
export class PinVerifier implements Pins {
  readonly #deps: PinVerifierDeps
  readonly #startedMs: number
  readonly #tries = KeyedRateLimiter.perMinute(mostTriesAMinute)
  /** Until when nobody may try at a door, on the steady clock, for everybody who tried since the start. */
  readonly #pausedUntilMs = new Map<string, number>()
  /** One hash at a time: each takes 32 MB, and a hundred tries at once are none for nothing. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: PinVerifierDeps) {
    this.#deps = deps
    this.#startedMs = deps.clock.steadyMs()
  }

  make(pin: string): Promise<KeptPin> {
    return this.#enqueue(() => this.#hash(pin))
  }

  async makeCode() {
    const code = oneTimeCode(this.#deps.randomness)
    return { code, kept: await this.make(plainCode(code)) }
  }

  check(person: Person, tried: Tried): Promise<PinVerdict> {
    return this.#try(person, tried, 'pin')
  }

  checkCode(person: Person, tried: Tried): Promise<PinVerdict> {
    return this.#try(person, { ...tried, secret: plainCode(tried.secret) }, 'code')
  }

  forget(personId: string): void {
    for (const key of this.#pausedUntilMs.keys()) if (key.startsWith(`${personId} `)) this.#pausedUntilMs.delete(key)
  }

  #try({ id }: Person, tried: Tried, kind: Kind): Promise<PinVerdict> {
    const waitMs = this.#tries.take(keyOf(id, tried))
    if (waitMs > 0) return Promise.resolve({ kind: 'paused', waitMs })
    return this.#enqueue(() => this.#check(id, tried, kind))
  }

  async #check(id: string, tried: Tried, kind: Kind): Promise<PinVerdict> {
    const { people, clock } = this.#deps
    // Read in turn: the tries before this one count.
    const person = await people.byId(id)
    if (!person) return { kind: 'wrong' }
    if ((person.codeUntil === null) !== (kind === 'pin')) return { kind: 'other_kind' }
    if (person.codeUntil !== null && person.codeUntil <= clock.now()) return { kind: 'wrong' }
    const wrongPins = await people.triesAt(id, tried)
    // Where nobody can tell who tries, others could close it for everybody: there it stays with the pauses.
    if (wrongPins >= mostInARow && tried.origin !== unknownOrigin) return { kind: 'closed' }
    const waitMs = this.#pauseMs(keyOf(id, tried), wrongPins)
    if (waitMs > 0) return { kind: 'paused', waitMs }
    const verdict = await this.#compare(id, tried)
    if (verdict === 'wrong') await this.#wrong(id, tried, wrongPins + 1)
    return { kind: verdict }
  }

  async #compare(id: string, tried: Tried): Promise<'right' | 'wrong' | 'elsewhere'> {
    const { people, pepper } = this.#deps
    const ours = await pepper()
    const kept = await people.countTry(id, tried)
    if (!kept) return 'wrong'
    if (kept.pepper !== undefined && kept.pepper !== ours?.id) {
      await people.forgetTries(id, tried)
      return 'elsewhere'
    }
    if (!(await isPin(tried.secret, kept, kept.pepper === undefined ? null : ours))) return 'wrong'
    await people.forgetTries(id, tried)
    this.#pausedUntilMs.delete(keyOf(id, tried))
    if (kept.pepper === undefined && ours) await people.keepPin(id, kept, await this.#hash(tried.secret))
    return 'right'
  }

  async #wrong(id: string, { door, origin, by }: Tried, inARow: number): Promise<void> {
    const { acts, clock, refused } = this.#deps
    this.#pausedUntilMs.set(keyOf(id, { door, origin }), clock.steadyMs() + pauseAfterMs(inARow))
    refused()
    await acts.add({ at: clock.now(), by, type: 'wrong_pin', facts: { id, door, origin, inARow } })
  }

  /** How long nobody may try there. */
  #pauseMs(key: string, wrongPins: number): number {
    const untilMs = this.#pausedUntilMs.get(key) ?? this.#startedMs + pauseAfterMs(wrongPins)
    return untilMs - this.#deps.clock.steadyMs()
  }

  async #hash(pin: string): Promise<KeptPin> {
    const { randomness, pinCost, pepper } = this.#deps
    return hashPin(pin, { salt: randomness.secret(16), pepper: await pepper(), cost: pinCost })
  }

  #enqueue<Result>(task: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(task)
    this.#last = mine.catch(() => undefined)
    return mine
  }
}
