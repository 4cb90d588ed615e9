import {
  type AccessRefusalCounter,
  type AccessRefusalKind,
  accessRefusalKinds,
  type Clock,
  type Log,
  type Metrics,
} from '../../ports.ts'

type Counts = Readonly<Record<AccessRefusalKind, number>>

const recentMinutes = 10
const minuteMs = 60_000

const none = (): Record<AccessRefusalKind, number> => ({ wrong_token: 0, wrong_pin: 0, wrong_code: 0, connection: 0 })

interface RefusalsDeps {
  readonly clock: Pick<Clock, 'steadyMs'>
  readonly log: Pick<Log, 'warn'>
  readonly tallies: Pick<Metrics, 'count'>
}

/** Writes one line a minute for all refusals: an attack must not flood the log. */
export class AccessRefusalLog implements AccessRefusalCounter {
  readonly #deps: RefusalsDeps
  /** Counts by minute of the steady clock. */
  readonly #byMinute = new Map<number, Record<AccessRefusalKind, number>>()
  #untold: Record<AccessRefusalKind, number> | null = null

  constructor(deps: RefusalsDeps) {
    this.#deps = deps
  }

  count(kind: AccessRefusalKind): void {
    this.#deps.tallies.count('resit_refused_total', { what: kind })
    const minute = this.#forget()
    const counts = this.#byMinute.get(minute) ?? none()
    counts[kind] += 1
    this.#byMinute.set(minute, counts)
    if (this.#untold === null) setTimeout(() => this.#tell(), minuteMs).unref()
    this.#untold ??= none()
    this.#untold[kind] += 1
  }

  recent(): Counts {
    this.#forget()
    const sum = none()
    for (const counts of this.#byMinute.values()) for (const kind of accessRefusalKinds) sum[kind] += counts[kind]
    return sum
  }

  /** @returns the present minute */
  #forget(): number {
    const minute = Math.floor(this.#deps.clock.steadyMs() / minuteMs)
    for (const each of this.#byMinute.keys()) if (each <= minute - recentMinutes) this.#byMinute.delete(each)
    return minute
  }

  #tell(): void {
    this.#deps.log.warn({ ...this.#untold }, 'refused at the door in the last minute')
    this.#untold = null
  }
}
