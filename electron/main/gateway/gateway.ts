import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { FromGateway, ToGateway } from '../../gateway-host/messages.ts'
import type { RunningGateway } from './running-gateway.ts'

/** The first end is answered at once, for tills wait; after the next ones a tenth of a second, doubled up to half a minute. */
const firstPauseMs = 100
const longestPauseMs = 30_000
const stopWithinMs = 6_000
const lookEveryMs = 2_000
/** Looks in a row without a sign of life; counted, because a clock runs on while the computer sleeps. */
const mostSilentLooks = 15
/** After so many without an end the next end counts as the first. */
const steadyLooks = 30

/** A gateway in a process of its own. */
export interface GatewayChild {
  readonly tell: (order: ToGateway) => void
  /** At once: one that hangs hears nothing, and what was accepted is on the disk. */
  readonly kill: () => void
}

export interface GatewayHearing {
  readonly news: (news: FromGateway) => void
  readonly ended: () => void
}

export interface GatewayStart {
  /** The one it had, so that tills find it again; null at the first start. */
  readonly port: number | null
  /** Whether the copy comes into the place of a database that is gone. */
  readonly putsCopyBack: boolean
}

export interface GatewayDeps {
  /** One that runs here already, and whether it is still that one. */
  readonly running: RunningGateway | null
  readonly isThere: (running: RunningGateway) => Promise<boolean>
  readonly fork: (start: GatewayStart, hearing: GatewayHearing) => GatewayChild
  readonly news: (news: FromGateway) => void
  readonly changed: (gateway: Gateway) => void
}

/** Why it cannot run here, and its exit code. */
export interface Refusal {
  readonly code: number
  readonly sentence: string
  /** Whether the database is gone and its copy can be put back. */
  readonly isLost: boolean
}

/**
 * The gateway that the screens talk to: one that ran here already, or one of this desktop's own.
 *
 *     attached <──> away          the one that runs for all users answers, or does not
 *        │ this person's is gone
 *        v       ready              ended, or silent             ready
 *     starting ─────────> running ──────────────────> restarting ─────> running
 *        │ refused                                        ^
 *        v                 restart()                      │
 *     refused ────────────────────────────────────────────┘
 *        │ putCopyBack()
 *        v
 *     starting
 *
 *     every state ──stop()──> stopped
 */
export class Gateway {
  phase: DesktopState['gateway']['phase']
  restarts = 0
  refusal: Refusal | null = null
  readonly #deps: GatewayDeps
  #settled = Promise.withResolvers<Refusal | null>()
  #backedUp: (problem: string | null) => void = () => undefined
  readonly #looking: NodeJS.Timeout
  #child: GatewayChild | null = null
  #ended = Promise.resolve()
  #again: NodeJS.Timeout | undefined
  #ownPort: number | null = null
  #failures = 0
  #silentLooks = 0
  #looksSinceReady = 0

  constructor(deps: GatewayDeps) {
    this.#deps = deps
    this.phase = deps.running === null ? 'starting' : 'attached'
    this.#looking = setInterval(() => this.#look(), lookEveryMs)
    if (deps.running === null) this.#fork()
    this.#become(this.phase)
  }

  get #isAnothers(): boolean {
    return this.phase === 'attached' || this.phase === 'away'
  }

  /** Null while it does not run, or cannot prove that it is this person's: a screen sends PINs there. */
  async port(): Promise<number | null> {
    const { running, isThere } = this.#deps
    // While ours is started again, any program may take its port.
    if (this.phase === 'running') return this.#ownPort
    if (running === null || !this.#isAnothers) return null
    return running.isForEverybody || (await isThere(running)) ? running.port : null
  }

  tell(order: ToGateway): void {
    this.#child?.tell(order)
  }

  /** @returns why there is no copy; null if there is one, or the gateway is not ours to copy */
  backUp(file: string): Promise<string | null> {
    if (this.#isAnothers) return Promise.resolve(null)
    if (this.phase !== 'running') return Promise.resolve('The gateway does not run.')
    this.tell({ kind: 'back_up', file })
    return new Promise((resolve) => (this.#backedUp = resolve))
  }

  /** Resolves when the gateway answers, or will not. @returns its refusal */
  settled(): Promise<Refusal | null> {
    return this.#settled.promise
  }

  /** Starts it again with its copy in the place of the database. @returns its refusal */
  putCopyBack(): Promise<Refusal | null> {
    this.#settled = Promise.withResolvers()
    this.#fork(true)
    this.#become('starting')
    return this.settled()
  }

  /**
   * Tries at once what it would try later, or had given up. One that runs is closed and started again, once a minute at
   * most: a page that was taken over must not keep it from the tills.
   * @returns false if it is not ours, starts this moment, or was started only a moment ago
   */
  restart(): boolean {
    const isSteady = this.phase === 'running' && this.#looksSinceReady >= steadyLooks
    const isDown = (this.phase === 'refused' || this.phase === 'restarting') && this.#child === null
    clearTimeout(this.#again)
    if (isSteady) this.renew()
    if (isDown) this.#startAgain()
    return isSteady || isDown
  }

  /** Closes ours, which is started again. */
  renew(): void {
    const child = this.#child
    child?.tell({ kind: 'stop' })
    setTimeout(() => {
      if (this.#child === child) child?.kill()
    }, stopWithinMs).unref()
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#again)
    this.#become('stopped')
    this.renew()
    await this.#ended
  }

  #fork(putsCopyBack = false): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.refusal = null
    this.#ended = promise
    this.#child = this.#deps.fork(
      { port: this.#ownPort, putsCopyBack },
      {
        news: (news) => this.#hear(news),
        ended: () => {
          this.#child = null
          this.#backedUp('The gateway ended before the copy was made.')
          resolve()
          if (this.phase !== 'stopped') this.#end()
        },
      },
    )
  }

  #hear(news: FromGateway): void {
    this.#silentLooks = 0
    if (news.kind === 'ready') {
      this.#ownPort = news.port
      this.#looksSinceReady = 0
      if (this.phase !== 'stopped') this.#become('running')
    }
    if (news.kind === 'refused') this.refusal = news
    if (news.kind === 'backed_up') this.#backedUp(news.problem)
    this.#deps.news(news)
  }

  #end(): void {
    // Only its own word is final: the number a process ends with may be a signal's, and 4 is that of SIGILL.
    if (this.#ownPort === null && this.refusal !== null) return this.#become('refused')
    const pauseMs = this.#failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs)
    this.#failures += 1
    this.#become('restarting')
    this.#again = setTimeout(() => this.#startAgain(), pauseMs)
  }

  #startAgain(): void {
    this.restarts += 1
    this.#silentLooks = 0
    this.#fork()
    this.#become('restarting')
  }

  #look(): void {
    const { running } = this.#deps
    if (this.phase === 'running') {
      this.#looksSinceReady += 1
      if (this.#looksSinceReady === steadyLooks) this.#failures = 0
      this.#silentLooks += 1
      if (this.#silentLooks > mostSilentLooks) this.#child?.kill()
    } else if (running !== null && this.#isAnothers) void this.#lookAt(running)
  }

  async #lookAt(running: RunningGateway): Promise<void> {
    const isStill = await this.#deps.isThere(running)
    if (!this.#isAnothers) return
    if (isStill || running.isForEverybody) return this.#become(isStill ? 'attached' : 'away')
    this.#fork()
    this.#become('starting')
  }

  #become(phase: Gateway['phase']): void {
    this.phase = phase
    this.#deps.changed(this)
    if (phase === 'running' || phase === 'refused' || phase === 'attached') this.#settled.resolve(this.refusal)
  }
}
