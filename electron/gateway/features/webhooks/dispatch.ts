import { checkpoint } from '../../platform/crash-points.ts'
import type { Clock, Log, Metrics, Randomness, Secrets } from '../../ports.ts'
import type { DueDelivery, Webhooks, WebhookTarget } from '../../store/port/webhooks.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import type { RecordView } from '../records/record-view.ts'
import { Backoff, messageBodyOf, messageIdOf, outcomeOf, postForStatus, signedHeaders } from './deliver.ts'

export interface DispatchDeps {
  readonly webhooks: Webhooks
  readonly changes: Pick<ChangeNotifier, 'listen'>
  readonly view: RecordView
  readonly secrets: Secrets
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly tallies: Pick<Metrics, 'count'>
  readonly retryBaseMs: number
  readonly reachOf: (url: string) => (address: string) => boolean
  /** Of the sender; null if another process delivers. */
  readonly generation: () => number | null
}

type Ready = DueDelivery & { readonly body: string }

/** Deliveries that wait for one target; the rest stays in the change feed. */
const mostWaiting = 100
const atOnce = 20
/** Changes within this time are delivered together. */
const gatherMs = 20
/** If the store fails, the pause is the first one times this. */
const restPauses = 15
/** How often it is asked whether the process that delivers has ended. */
const askAgainMs = 5_000

export const secretName = (targetId: string): string => `webhook/${targetId}`

/**
 * Delivers in order and at least once. A delivery and its outcome are durable, and it counts only after the target's
 * answer.
 */
export class WebhookDispatch {
  readonly #deps: DispatchDeps
  readonly #pace: Backoff
  readonly #running = new Map<string, Promise<void>>()
  readonly #again = new Set<string>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #timerAt = Number.POSITIVE_INFINITY
  /** False saves all work for changes. */
  #hasTargets = true

  constructor(deps: DispatchDeps) {
    this.#deps = deps
    this.#pace = new Backoff({ ...deps, baseMs: deps.retryBaseMs })
  }

  start(): void {
    const stopListening = this.#deps.changes.listen(() => {
      if (this.#hasTargets) this.#wakeIn(gatherMs)
    })
    this.#stopping.signal.addEventListener('abort', stopListening)
    this.wake()
  }

  /** A delivery that is broken off is tried again after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await Promise.all(this.#running.values())
  }

  wake(): void {
    this.#wakeIn(0)
  }

  #wakeIn(pauseMs: number): void {
    const at = this.#deps.clock.steadyMs() + pauseMs
    if (this.#stopping.signal.aborted || this.#timerAt <= at) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => {
      this.#timerAt = Number.POSITIVE_INFINITY
      void this.#look()
    }, pauseMs)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    if (this.#deps.generation() === null) return this.#wakeIn(askAgainMs)
    try {
      const targets = await this.#deps.webhooks.targets()
      this.#hasTargets = targets.length > 0
      for (const { id } of targets) this.#begin(id)
    } catch (err) {
      this.#trouble(err)
    }
  }

  /** One delivery at a time for each target, so that changes arrive in order. */
  #begin(id: string): void {
    if (this.#running.has(id)) {
      this.#again.add(id)
      return
    }
    const work = this.#serve(id)
      .catch((err: unknown) => this.#trouble(err))
      .then(() => {
        this.#running.delete(id)
        if (this.#again.delete(id)) this.wake()
      })
    this.#running.set(id, work)
  }

  #trouble(err: unknown): void {
    if (this.#stopping.signal.aborted) return
    this.#deps.log.error({ err }, 'webhooks rest: the deliveries cannot be read or noted')
    this.#wakeIn(this.#deps.retryBaseMs * restPauses)
  }

  async #serve(id: string): Promise<void> {
    const { webhooks, secrets, clock } = this.#deps
    const secret = await secrets.get(secretName(id))
    if (!secret) throw new Error(`the secret of webhook ${id} is gone: remove it and add it again`)
    for (;;) {
      const target = (await webhooks.targets()).find((each) => each.id === id)
      if (!target || this.#stopping.signal.aborted) return
      const now = clock.now()
      if (target.dueAt > now && target.dueAt <= this.#pace.latest()) return this.#wakeIn(target.dueAt - now)
      await webhooks.takeUp(id, mostWaiting)
      const due = await webhooks.due(id, { now: clock.now(), latest: this.#pace.latest() }, atOnce)
      if (due.length === 0) return this.#restUntilDue(id)
      for (const delivery of await this.#withBodies(id, due))
        if (!(await this.#deliver(target, secret, delivery))) break
    }
  }

  async #restUntilDue(id: string): Promise<void> {
    const dueAt = await this.#deps.webhooks.nextDue(id)
    if (dueAt !== null) this.#wakeIn(Math.max(0, dueAt - this.#deps.clock.now()))
  }

  /** Stores the body before the first try, so that each try sends the same. */
  async #withBodies(id: string, due: readonly DueDelivery[]): Promise<readonly Ready[]> {
    const { webhooks, view } = this.#deps
    const ready = await Promise.all(
      due.map(async (delivery) => {
        const { body, record: listed, act } = delivery
        if (body !== null) return { ...delivery, body }
        const news = listed
          ? { type: 'record.changed', data: await view.renderRecord(listed.record, listed.isReferredTo, 'en') }
          : { type: act?.type.replace('_', '.') ?? '', data: act?.facts ?? {} }
        return { ...delivery, body: messageBodyOf({ ...delivery, ...news }) }
      }),
    )
    await webhooks.keepBodies(
      id,
      ready.filter((_, at) => due[at]?.body === null),
    )
    return ready
  }

  /** @returns false if the next delivery need not be tried now */
  async #deliver(target: WebhookTarget, secret: string, delivery: Ready): Promise<boolean> {
    const { webhooks, clock, log, reachOf } = this.#deps
    const message = { id: messageIdOf(target.id, delivery.eventSeq), body: delivery.body }
    const headers = signedHeaders(message, secret, clock.now())
    const ask = { url: target.url, headers, body: message.body, signal: this.#stopping.signal }
    const httpStatus = await postForStatus({ ...ask, reach: reachOf(target.url) })
    if (this.#stopping.signal.aborted && httpStatus === null) return false
    checkpoint('webhook_posted')
    const became = outcomeOf(httpStatus, { attempts: delivery.attempts, failures: target.failures }, this.#pace)
    await webhooks.tried(target.id, delivery.eventSeq, { at: clock.now(), httpStatus, became })
    this.#deps.tallies.count('resit_webhook_deliveries_total', { state: became.state })
    if (became.state !== 'delivered') log.warn({ webhook: target.id, httpStatus, state: became.state }, 'not delivered')
    return became.state !== 'away' && !this.#stopping.signal.aborted
  }
}
