import type { FromGateway, OpenedText, ToGateway } from '../../gateway-host/messages.ts'
import type { DesktopStateStore } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'

/** The first end is answered at once, for tills wait; after the next ones a tenth of a second, doubled up to half a minute. */
const firstPauseMs = 100
const longestPauseMs = 30_000
const stopWithinMs = 6_000
const lookEveryMs = 2_000
/** Looks in a row without a sign of life; counted, because a clock runs on while the computer sleeps. */
const mostSilentLooks = 15
/** After so many looks without an end, the next end counts as the first. */
const steadyLooks = 30

export interface GatewayChild {
  readonly tell: (order: ToGateway) => void
  /** Ends it at once. A process that hangs hears nothing else, and accepted sales are on disk. */
  readonly kill: () => void
}

/** A gateway that another program or user runs on this computer. */
export interface RunningGateway {
  readonly port: number
  /** An administrator said so: this desktop never starts one of its own. */
  readonly isForEverybody: boolean
}

export type GatewayNews = FromGateway | { readonly kind: 'ended' }

/** Why it cannot run here, and its exit code. */
export type Refusal = Extract<FromGateway, { readonly kind: 'refused' }>

export interface GatewayDeps {
  readonly state: DesktopStateStore
  /** A gateway that runs here already, and whether it is still the same one. */
  readonly running: RunningGateway | null
  readonly isThere: (running: RunningGateway) => Promise<boolean>
  /** @param port the one it had, so that tills find it again; null at the first start */
  readonly fork: (port: number | null, putsCopyBack: boolean, hear: (news: GatewayNews) => void) => GatewayChild
  /** Work for the platform's key store, which the gateway's process cannot reach. */
  readonly work: (operation: 'seal' | 'open', text: string) => Promise<OpenedText | null>
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
  refusal: Refusal | null = null
  /** Resolves with its refusal when the gateway answers, or will not. */
  settled = Promise.withResolvers<Refusal | null>()
  readonly #deps: GatewayDeps
  readonly #looking: NodeJS.Timeout
  #backedUp: (problem: string | null) => void = () => undefined
  #child: GatewayChild | null = null
  #ended = Promise.withResolvers<void>()
  #again: NodeJS.Timeout | undefined
  #ownPort: number | null = null
  #failures = 0
  #restarts = 0
  #silentLooks = 0
  #looksSinceReady = 0

  constructor(deps: GatewayDeps) {
    this.#deps = deps
    this.#looking = setInterval(() => void this.#look(), lookEveryMs)
    if (deps.running === null) this.#start('starting')
    else this.#become('attached')
  }

  get phase() {
    return this.#deps.state.current.gateway.phase
  }

  get isAnothers(): boolean {
    return !this.#deps.state.current.gateway.isWatched
  }

  /** Null while it does not run, or cannot prove that it is this person's: a screen sends PINs to this port. */
  async port(): Promise<number | null> {
    const { running, isThere } = this.#deps
    // While ours is started again, any program may take its port.
    if (this.phase === 'running') return this.#ownPort
    if (running === null || !this.isAnothers) return null
    return running.isForEverybody || (await isThere(running)) ? running.port : null
  }

  tell(order: ToGateway): void {
    this.#child?.tell(order)
  }

  /** @returns why there is no copy; null if there is one, or the gateway is not ours to copy */
  async backUp(file: string): Promise<string | null> {
    if (this.isAnothers) return null
    if (this.phase !== 'running') return 'The gateway does not run.'
    this.tell({ kind: 'back_up', file })
    return new Promise((resolve) => (this.#backedUp = resolve))
  }

  /** Starts it again with its copy in the place of the database. */
  putCopyBack(): void {
    this.settled = Promise.withResolvers()
    this.#start('starting', true)
  }

  /**
   * Tries again at once. A running gateway is closed and started again, at most once a minute, so that a hijacked page
   * cannot keep it from the tills.
   * @returns whether it does
   */
  restart(): boolean {
    const isSteady = this.phase === 'running' && this.#looksSinceReady >= steadyLooks
    const isDown = (this.phase === 'refused' || this.phase === 'restarting') && this.#child === null
    if (isSteady) this.renew()
    if (isDown) this.#start('restarting')
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

  /** Resolves when no part of it runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#again)
    this.#become('stopped')
    this.renew()
    if (this.#child !== null) await this.#ended.promise
  }

  #start(phase: 'starting' | 'restarting', putsCopyBack = false): void {
    clearTimeout(this.#again)
    if (phase === 'restarting') this.#restarts += 1
    this.refusal = null
    this.#silentLooks = 0
    this.#ended = Promise.withResolvers()
    this.#child = this.#deps.fork(this.#ownPort, putsCopyBack, (news) => this.#hear(news))
    this.#become(phase)
  }

  #hear(news: GatewayNews): void {
    const { state, work } = this.#deps
    this.#silentLooks = 0
    if (news.kind === 'refused') this.refusal = news
    if (news.kind === 'set_up') state.change({ setupCode: news.code })
    if (news.kind === 'standing' && news.standing !== null) state.setStanding(news.standing)
    if (news.kind === 'backed_up') this.#backedUp(news.problem)
    if (news.kind === 'key_store')
      void work(news.deed, news.text).then((made) => this.tell({ kind: 'key_store', id: news.id, made }))
    if (news.kind === 'ended') this.#end()
    if (news.kind !== 'ready') return
    this.#ownPort = news.port
    this.#looksSinceReady = 0
    if (this.phase !== 'stopped') this.#become('running')
  }

  #end(): void {
    this.#child = null
    this.#backedUp('The gateway ended before the copy was made.')
    this.#ended.resolve()
    if (this.phase === 'stopped') return
    // Only the gateway's own message is final: an exit code may come from a signal, and 4 is also that of SIGILL.
    if (this.#ownPort === null && this.refusal !== null) return this.#become('refused')
    const pauseMs = this.#failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs)
    this.#failures += 1
    this.#become('restarting')
    this.#again = setTimeout(() => this.#start('restarting'), pauseMs)
  }

  async #look(): Promise<void> {
    const { running, isThere } = this.#deps
    if (this.phase === 'running') {
      this.#looksSinceReady += 1
      if (this.#looksSinceReady === steadyLooks) this.#failures = 0
      this.#silentLooks += 1
      if (this.#silentLooks > mostSilentLooks) this.#child?.kill()
    }
    if (running === null || !this.isAnothers) return
    const isStill = await isThere(running)
    if (!this.isAnothers) return
    if (isStill || running.isForEverybody) this.#become(isStill ? 'attached' : 'away')
    else this.#start('starting')
  }

  #become(phase: Gateway['phase']): void {
    const { state } = this.#deps
    const isWatched = phase !== 'attached' && phase !== 'away'
    const gateway = { phase, isWatched, restarts: this.#restarts, sentence: this.refusal?.sentence || null }
    if (phase !== this.phase) log.info({ ...gateway, code: this.refusal?.code }, 'the gateway')
    state.change({ gateway, ...(!isWatched && { setupCode: null }) })
    if (phase === 'running' || phase === 'refused' || phase === 'attached') this.settled.resolve(this.refusal)
  }
}
