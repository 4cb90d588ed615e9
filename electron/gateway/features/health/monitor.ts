import { alertRowOf } from '../../../../shared/domain/alert.ts'
import { submissionWarningAgeMs } from '../../../../shared/domain/decide-send.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Clock } from '../../ports.ts'
import { type Alert, alertKeyOf, evaluateAlerts, hasAuthorityWork } from './evaluate-alerts.ts'
import { combineFacts, type FactSources, type Facts, gatherFacts } from './facts.ts'

export interface HealthMonitorDeps extends FactSources {
  readonly clock: Clock
  /** Tells the alerts outside of this computer. */
  readonly tell: (state: HealthState) => Promise<void>
}

export interface RaisedAlert extends Alert {
  readonly since: EpochMs
}

export interface HealthState {
  readonly facts: Facts
  readonly alerts: readonly RaisedAlert[]
}

const everyMs = 15_000
/** If the timer is so late, the machine slept. */
const sleptMs = 2 * 60_000

type Delays = Pick<Facts, 'eventLoopDelayMs' | 'storeDelayMs'>
const noDelays: Delays = { eventLoopDelayMs: 0, storeDelayMs: 0 }

/** Watches the gateway by a timer of its own, and when asked. Logs once when an alert begins, and once when it ends. */
export class HealthMonitor {
  readonly #deps: HealthMonitorDeps
  readonly #startedMs: number
  /** Both on the steady clock. */
  #awakeSinceMs: number
  #lookedMs: number
  #raised: readonly RaisedAlert[] = []
  #looking: Promise<HealthState> | null = null
  /** Between the last turns of the timer. */
  #delays: readonly [before: Delays, now: Delays] = [noDelays, noDelays]
  #askingSince: EpochMs | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(deps: HealthMonitorDeps) {
    this.#deps = deps
    this.#startedMs = deps.clock.steadyMs()
    this.#awakeSinceMs = this.#startedMs
    this.#lookedMs = this.#startedMs
  }

  start(): void {
    const { log } = this.#deps
    this.#timer = setInterval(() => {
      this.tick().catch((err: unknown) => log.error({ err }, 'the watch could not look'))
    }, everyMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#deps.machine.release()
  }

  async tick(): Promise<void> {
    const { machine, storage } = this.#deps
    const now = { eventLoopDelayMs: machine.takeEventLoopDelayMs(), storeDelayMs: storage.takeDelayMs() }
    this.#delays = [this.#delays[1], now]
    await this.look()
  }

  /** A single slow moment passes before a person has read of it. */
  #lasting = (which: keyof Delays): number => Math.min(...this.#delays.map((each) => each[which]))

  /** Callers that ask at the same moment share one answer. */
  look(): Promise<HealthState> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  async #look(): Promise<HealthState> {
    const { clock } = this.#deps
    const found = await gatherFacts(this.#deps, clock.now() - submissionWarningAgeMs)
    const at = clock.now()
    const steadyMs = clock.steadyMs()
    if (steadyMs - this.#lookedMs > sleptMs) this.#awakeSinceMs = steadyMs
    this.#lookedMs = steadyMs
    const isSending = this.#deps.isSending()
    if (found.backlog)
      this.#askingSince = isSending && hasAuthorityWork(found.backlog, at) ? (this.#askingSince ?? at) : null
    const facts = combineFacts(this.#deps, found, {
      at,
      upMs: steadyMs - this.#startedMs,
      awakeMs: steadyMs - this.#awakeSinceMs,
      isSending,
      askingSince: this.#askingSince,
      eventLoopDelayMs: this.#lasting('eventLoopDelayMs'),
      storeDelayMs: this.#lasting('storeDelayMs'),
    })
    this.#raise(evaluateAlerts(facts), facts)
    const state = { facts, alerts: this.#raised }
    // A command that looks once tells nothing.
    if (this.#timer) void this.#deps.tell(state)
    return state
  }

  #raise(alerts: readonly Alert[], { at, backlog }: Facts): void {
    const before = this.#raised
    const now = alerts.map((alert) => ({
      ...alert,
      since: alert.since ?? before.find((was) => isSame(was, alert))?.since ?? at,
    }))
    // While the store does not answer, its alerts stay.
    const unknown = backlog
      ? []
      : before.filter((was) => alertRowOf(was.code).isOfStore && !now.some((is) => isSame(is, was)))
    this.#raised = [...now, ...unknown]
    const { log } = this.#deps
    for (const alert of this.#raised)
      if (!before.some((was) => isSame(was, alert))) log.warn(said(alert), 'the gateway needs attention')
    for (const was of before)
      if (!this.#raised.some((alert) => isSame(was, alert)))
        log.info(said(was), 'the gateway no longer needs attention')
  }
}

const said = ({ code, values }: Alert) => ({ alert: code, ...values })

const isSame = (one: Alert, other: Alert): boolean => alertKeyOf(one) === alertKeyOf(other)

const worstFirst = ['bad', 'warning'] as const

export const verdictOf = (all: readonly { readonly verdict: string }[]): 'good' | 'warning' | 'bad' =>
  worstFirst.find((verdict) => all.some((each) => each.verdict === verdict)) ?? 'good'
