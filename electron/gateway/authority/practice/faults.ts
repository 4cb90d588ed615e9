import { z } from 'zod'
import type { PracticeClock } from './clock.ts'
import { type LimitedApi, limitedApis } from './rate-limits.ts'

/** If absent, the fault lasts until it is cleared. */
const times = z.int().min(1).max(1_000_000).optional()
const on = z.enum([...limitedApis, 'any'] as const).optional()
const serverError = z.literal([500, 502, 503, 504]).optional()

const longestMs = 31 * 86_400_000

const shape = z.discriminatedUnion('kind', [
  /** `dropped` cuts every connection, `refused` accepts none. Default dropped. */
  z.strictObject({ kind: z.literal('away'), how: z.enum(['dropped', 'refused']).optional() }),
  /** Cuts every connection until so much practice time has passed. */
  z.strictObject({ kind: z.literal('away_for'), minutes: z.number().positive().max(1_000_000) }),
  /** Reads the request and never answers. */
  z.strictObject({ kind: z.literal('timeout_before'), times, on }),
  /** Does it and never answers. */
  z.strictObject({ kind: z.literal('timeout_after'), times, on }),
  /** A server error, and nothing is done. */
  z.strictObject({ kind: z.literal('error_before'), status: serverError, times, on }),
  /** Does it and answers with a server error. */
  z.strictObject({ kind: z.literal('error_after'), status: serverError, times, on }),
  /** Answers 429 for so many seconds. */
  z.strictObject({ kind: z.literal('throttle'), seconds: z.number().positive().max(86_400), on }),
  /** Refuses the token; once if `times` is absent. */
  z.strictObject({ kind: z.literal('expired_token'), times, on }),
  /** Rejects every second document of a batch. */
  z.strictObject({ kind: z.literal('partial'), times }),
  /** Validation takes this long for new documents. */
  z.strictObject({ kind: z.literal('slow_validation'), ms: z.number().min(0).max(longestMs) }),
  /** Valid documents have no long id for so long (seen: myinvois 13). */
  z.strictObject({ kind: z.literal('late_long_id'), ms: z.number().min(0).max(longestMs) }),
  /** Raw documents come spread over lines, or in base64. */
  z.strictObject({ kind: z.literal('raw_form'), form: z.literal(['pretty', 'base64']) }),
  /** A client gets this taxpayer's token. `told`: the token itself says so. */
  z.strictObject({ kind: z.literal('foreign_token'), tin: z.string().min(1).max(14), told: z.boolean().optional() }),
  /** The share of the rate limits that is left: the sandbox has lower ones (myinvois 13). */
  z.strictObject({ kind: z.literal('low_limits'), share: z.number().positive().max(1) }),
  z.strictObject({ kind: z.literal('portal_cancel'), uuid: z.string().min(1).max(100) }),
  z.strictObject({ kind: z.literal('wrong_clock'), offsetMs: z.int().min(-longestMs).max(longestMs) }),
])

export type Fault = z.output<typeof shape>
export type FaultKind = Fault['kind']

export const faultKinds = shape.options.map((option) => option.shape.kind.value)

/** @returns what is wrong with it if it is no known fault */
export function parseFault(
  given: unknown,
): { readonly fault: Fault } | { readonly issues: readonly z.core.$ZodIssue[] } {
  const parsed = shape.safeParse(given)
  return parsed.success ? { fault: parsed.data } : { issues: parsed.error.issues }
}

export interface FaultActions {
  cancelOnPortal(uuid: string): Promise<boolean>
  cutConnections(): void
  stopListening(): Promise<void>
  listenAgain(): Promise<void>
}

interface Active {
  readonly fault: Fault
  /** How often it still strikes; null without end. */
  left: number | null
  /** On the steady clock, because a fault may change the other one. */
  readonly until: number | null
}

type Striking<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>

/** Faults of different kinds hold together. */
export class ActiveFaults {
  readonly #clock: PracticeClock
  readonly #active = new Map<FaultKind, Active>()
  readonly #effects: FaultActions

  constructor(clock: PracticeClock, effects: FaultActions) {
    this.#clock = clock
    this.#effects = effects
  }

  /** Replaces a fault of the same kind. @returns false if the document cannot be cancelled on the portal */
  async set(fault: Fault): Promise<boolean> {
    if (fault.kind === 'portal_cancel') return this.#effects.cancelOnPortal(fault.uuid)
    await this.clear(fault.kind)
    this.#active.set(fault.kind, { fault, left: timesOf(fault), until: this.#until(fault) })
    if (fault.kind === 'wrong_clock') this.#clock.beWrongBy(fault.offsetMs)
    if (fault.kind === 'away' && fault.how === 'refused') await this.#effects.stopListening()
    if (fault.kind === 'away' || fault.kind === 'away_for') this.#effects.cutConnections()
    return true
  }

  /** @param kind absent for all */
  async clear(kind?: FaultKind): Promise<void> {
    for (const { fault } of this.#active.values()) {
      if (kind !== undefined && fault.kind !== kind) continue
      this.#active.delete(fault.kind)
      if (fault.kind === 'wrong_clock') this.#clock.beWrongBy(0)
      if (fault.kind === 'away' && fault.how === 'refused') await this.#effects.listenAgain()
    }
  }

  current(): readonly Fault[] {
    return [...this.#active.values()].filter((active) => this.#lasts(active)).map(({ fault }) => fault)
  }

  isAway(): boolean {
    return this.find('away') !== null || this.find('away_for') !== null
  }

  find<Kind extends FaultKind>(kind: Kind): Striking<Kind> | null {
    const active = this.#active.get(kind)
    return active && this.#lasts(active) ? (active.fault as Striking<Kind>) : null
  }

  /** Null if there is no throttling. */
  throttledSeconds(api: LimitedApi): number | null {
    const fault = this.find('throttle')
    if (!fault || !isOn(fault, api)) return null
    const until = this.#active.get('throttle')?.until ?? 0
    return Math.max(1, Math.ceil((until - this.#clock.steadyMs()) / 1000))
  }

  /** Counts as one time if the fault strikes. */
  strike<Kind extends FaultKind>(kind: Kind, api: LimitedApi): Striking<Kind> | null {
    const fault = this.find(kind)
    const active = this.#active.get(kind)
    if (!fault || !active || !isOn(fault, api)) return null
    if (active.left !== null) active.left -= 1
    return fault
  }

  #lasts({ left, until }: Active): boolean {
    return left !== 0 && (until === null || this.#clock.steadyMs() < until)
  }

  #until(fault: Fault): number | null {
    if (fault.kind === 'away_for') return this.#clock.steadyMs() + fault.minutes * 60_000
    return fault.kind === 'throttle' ? this.#clock.steadyMs() + fault.seconds * 1000 : null
  }
}

function timesOf(fault: Fault): number | null {
  if (fault.kind === 'expired_token') return fault.times ?? 1
  return 'times' in fault ? (fault.times ?? null) : null
}

/** Without `on` a token is refused for every request; other faults strike submissions. */
function isOn(fault: Fault, api: LimitedApi): boolean {
  const struck = ('on' in fault ? fault.on : undefined) ?? (fault.kind === 'expired_token' ? 'any' : 'submit')
  return struck === 'any' || struck === api
}
