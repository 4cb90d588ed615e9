import { pinPauseMs } from '../../../../shared/domain/pin.ts'
import { unknownOrigin } from '../../http/access.ts'
import { KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import { makeTaskQueue } from '../../platform/task-queue.ts'
import type { Clock, Log, PinCost, Randomness } from '../../ports.ts'
import type { People, Person, PinHash, PinSource } from '../../store/port/people.ts'
import type { Acts } from '../../store/port/port.ts'
import { hashPin, isRightPin, normalizedCode, oneTimeCode, type Pepper } from './pins.ts'

export interface PinTry extends PinSource {
  readonly secret: string
  readonly kind: 'pin' | 'code'
  /** The caller, as the journal names it: not always the person whose PIN it is. */
  readonly by: string
}

export type PinVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  /** Too many were wrong: the PIN was not looked at. */
  | { readonly kind: 'paused'; readonly waitMs: number }
  /** Too many were wrong: the person needs a new PIN to come in there. */
  | { readonly kind: 'closed' }
  /** The person has a one-time code and no PIN yet, or the other way round. */
  | { readonly kind: 'other_kind' }
  /** The pepper is missing: the database came from another computer, or the secrets are locked. */
  | { readonly kind: 'elsewhere' }

/** Right ones count, too: a hash costs much more than a request. */
const mostTriesAMinute = 30

/** Wrong ones in a row at one place. */
const mostInARow = 10

const keyOf = (id: string, { door, origin }: PinSource): string => `${id} ${door} ${origin}`

export interface PinVerifierDeps {
  readonly people: Pick<People, 'byId' | 'countTry' | 'triesAt' | 'forgetTries'>
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Pick<Log, 'warn'>
  readonly pepper: () => Promise<Pepper>
  readonly pinCost?: PinCost | undefined
  readonly refused: () => void
}

/**
 * Checks one PIN after the other. Tries are counted by person, door and origin, in the store. A pause runs on the
 * steady clock and begins again at a start: neither a changed clock nor a restart shortens it.
 */
export class PinVerifier {
  readonly #deps: PinVerifierDeps
  readonly #startedMs: number
  readonly #tries = KeyedRateLimiter.perMinute(mostTriesAMinute)
  /** When the pause ends, on the steady clock, by person, door and origin. */
  readonly #pausedUntilMs = new Map<string, number>()
  /** One hash at a time, because each takes 32 MB. */
  readonly #inTurn = makeTaskQueue()

  constructor(deps: PinVerifierDeps) {
    this.#deps = deps
    this.#startedMs = deps.clock.steadyMs()
  }

  make(pin: string): Promise<PinHash> {
    const { randomness, pinCost, pepper } = this.#deps
    return this.#inTurn(async () =>
      hashPin(pin, { salt: randomness.secret(16), pepper: await pepper(), cost: pinCost }),
    )
  }

  async makeCode() {
    const code = oneTimeCode(this.#deps.randomness)
    return { code, kept: await this.make(normalizedCode(code)) }
  }

  check({ id }: Person, tried: PinTry): Promise<PinVerdict> {
    const waitMs = this.#tries.take(keyOf(id, tried))
    if (waitMs > 0) return Promise.resolve({ kind: 'paused', waitMs })
    const secret = tried.kind === 'code' ? normalizedCode(tried.secret) : tried.secret
    return this.#inTurn(() => this.#check(id, { ...tried, secret }))
  }

  forget(personId: string): void {
    for (const key of this.#pausedUntilMs.keys()) if (key.startsWith(`${personId} `)) this.#pausedUntilMs.delete(key)
  }

  async #check(id: string, tried: PinTry): Promise<PinVerdict> {
    const { people, clock } = this.#deps
    // Read only now: earlier tries in the queue count.
    const person = await people.byId(id)
    if (!person) return { kind: 'wrong' }
    if ((person.codeUntil === null) !== (tried.kind === 'pin')) return { kind: 'other_kind' }
    if (person.codeUntil !== null && person.codeUntil <= clock.now()) return { kind: 'wrong' }
    const wrongPins = await people.triesAt(id, tried)
    // If the origin is unknown, others could lock the person out: there only the pauses apply.
    if (wrongPins >= mostInARow && tried.origin !== unknownOrigin) return { kind: 'closed' }
    const untilMs = this.#pausedUntilMs.get(keyOf(id, tried)) ?? this.#startedMs + pinPauseMs(wrongPins)
    const waitMs = untilMs - clock.steadyMs()
    if (waitMs > 0) return { kind: 'paused', waitMs }
    const verdict = await this.#compare(id, tried)
    if (verdict === 'wrong') await this.#wrong(id, tried, wrongPins + 1)
    return { kind: verdict }
  }

  async #compare(id: string, tried: PinTry): Promise<'right' | 'wrong' | 'elsewhere'> {
    const { people } = this.#deps
    const pepper = await this.#pepper()
    const kept = await people.countTry(id, tried)
    if (!kept) return 'wrong'
    const isOurs = pepper !== null && kept.pepper === pepper.id
    if (isOurs && !(await isRightPin(tried.secret, kept, pepper))) return 'wrong'
    await people.forgetTries(id, tried)
    if (!isOurs) return 'elsewhere'
    this.#pausedUntilMs.delete(keyOf(id, tried))
    return 'right'
  }

  async #pepper(): Promise<Pepper | null> {
    try {
      return await this.#deps.pepper()
    } catch (err) {
      this.#deps.log.warn({ err }, 'the secret that goes into PINs cannot be read')
      return null
    }
  }

  async #wrong(id: string, { door, origin, by }: PinTry, inARow: number): Promise<void> {
    const { acts, clock, refused } = this.#deps
    this.#pausedUntilMs.set(keyOf(id, { door, origin }), clock.steadyMs() + pinPauseMs(inARow))
    refused()
    await acts.add({ at: clock.now(), by, type: 'wrong_pin', facts: { id, door, origin, inARow } })
  }
}
