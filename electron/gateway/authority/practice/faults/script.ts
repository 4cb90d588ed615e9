import type { PracticeClock } from '../clock.ts'
import type { Api } from '../http/rate-limits.ts'
import type { Fault, FaultKind } from './fault.ts'

/** What can be made to go wrong, switched on and off while it runs. Faults of different kinds hold together. */
export interface FaultScript {
  /**
   * Replaces a fault of the same kind.
   * @returns false where a document to be cancelled on the portal is not there to be cancelled
   */
  set(fault: Fault): Promise<boolean>
  /** @param kind all of them without it */
  clear(kind?: FaultKind): Promise<void>
  current(): readonly Fault[]
}

/** What faults do to the rest of the authority. */
export interface FaultEffects {
  cancelOnPortal(uuid: string): Promise<boolean>
  cutConnections(): void
  stopListening(): Promise<void>
  listenAgain(): Promise<void>
}

interface Active {
  readonly fault: Fault
  /** Null without end. */
  left: number | null
  /** On the steady clock: a fault may make the other one wrong. */
  readonly until: number | null
}

type Striking<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>

export class Faults implements FaultScript {
  readonly #clock: PracticeClock
  readonly #active = new Map<FaultKind, Active>()
  #effects: FaultEffects | null = null

  constructor(clock: PracticeClock) {
    this.#clock = clock
  }

  /** The parts a fault acts on are themselves made with the script. */
  attach(effects: FaultEffects): void {
    this.#effects = effects
  }

  async set(fault: Fault): Promise<boolean> {
    if (fault.kind === 'portal_cancel') return (await this.#effects?.cancelOnPortal(fault.uuid)) ?? false
    await this.clear(fault.kind)
    this.#active.set(fault.kind, { fault, left: timesOf(fault), until: this.#until(fault) })
    if (fault.kind === 'wrong_clock') this.#clock.beWrongBy(fault.offsetMs)
    if (fault.kind === 'away' && fault.how === 'refused') await this.#effects?.stopListening()
    if (fault.kind === 'away' || fault.kind === 'away_for') this.#effects?.cutConnections()
    return true
  }

  async clear(kind?: FaultKind): Promise<void> {
    for (const { fault } of this.#active.values()) {
      if (kind !== undefined && fault.kind !== kind) continue
      this.#active.delete(fault.kind)
      if (fault.kind === 'wrong_clock') this.#clock.beWrongBy(0)
      if (fault.kind === 'away' && fault.how === 'refused') await this.#effects?.listenAgain()
    }
  }

  current(): readonly Fault[] {
    return [...this.#active.values()].filter((active) => this.#lasts(active)).map(({ fault }) => fault)
  }

  isAway(): boolean {
    return this.#find('away') !== null || this.#find('away_for') !== null
  }

  slowValidationMs(): number | null {
    return this.#find('slow_validation')?.fault.ms ?? null
  }

  /** How long after its validation a document is shown without its long id. */
  lateLongIdMs(): number {
    return this.#find('late_long_id')?.fault.ms ?? 0
  }

  /** In which form documents are given back; null as they came. */
  rawForm(): 'pretty' | 'base64' | null {
    return this.#find('raw_form')?.fault.form ?? null
  }

  /** Whose tokens are given out instead of the caller's own, and whether they say so. */
  foreignToken(): { readonly tin: string; readonly told: boolean } | null {
    const found = this.#find('foreign_token')
    return found && { tin: found.fault.tin, told: found.fault.told ?? false }
  }

  /** The part of the usual limits that is left. */
  limitShare(): number {
    return this.#find('low_limits')?.fault.share ?? 1
  }

  /** Seconds until the throttling ends, null where there is none. */
  throttledSeconds(api: Api): number | null {
    const found = this.#find('throttle')
    if (!found || !isOn(found.fault, api)) return null
    return Math.max(1, Math.ceil(((found.until ?? 0) - this.#clock.steadyMs()) / 1000))
  }

  /** The fault of this kind where it strikes a request of this API now; that counts as one time. */
  strike<Kind extends FaultKind>(kind: Kind, api: Api): Striking<Kind> | null {
    const found = this.#find(kind)
    if (!found || !isOn(found.fault, api)) return null
    if (found.left !== null) found.left -= 1
    return found.fault
  }

  #find<Kind extends FaultKind>(kind: Kind): (Active & { readonly fault: Striking<Kind> }) | null {
    const active = this.#active.get(kind)
    return active && this.#lasts(active) ? (active as Active & { readonly fault: Striking<Kind> }) : null
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

/** A token is not taken whatever is asked with it; everything else strikes submissions unless told otherwise. */
function isOn(fault: Fault, api: Api): boolean {
  const on = ('on' in fault ? fault.on : undefined) ?? (fault.kind === 'expired_token' ? 'any' : 'submit')
  return on === 'any' || on === api
}
