import type { FromGateway, KeyStoreResult, ToGateway } from '../../gateway-host/messages.ts'
import type { DesktopStateStore } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'

/** After the first end the gateway is started at once, because tills wait. Later pauses double, up to half a minute. */
const firstPauseMs = 100
const longestPauseMs = 30_000
const stopWithinMs = 6_000
const lookEveryMs = 2_000
/** So many looks in a row without a message. They are counted, because a clock runs on while the computer sleeps. */
const mostSilentLooks = 15
/** After so many looks without an end, the next end counts as the first. */
const steadyLooks = 30

export interface GatewayChild {
  readonly tell: (order: ToGateway) => void
  /** At once. A process that hangs reads no message, and accepted documents are on the disk. */
  readonly kill: () => void
}

/** A gateway that another program or user started on this computer. */
export interface ExternalGateway {
  readonly port: number
  /** An administrator named it for all users: this desktop never starts its own. */
  readonly isForEverybody: boolean
}

export type GatewayNews = FromGateway | { readonly kind: 'ended' }

/** The reason why the gateway cannot run here, and its exit code. */
export type GatewayRefusal = Extract<FromGateway, { readonly kind: 'refused' }>

export interface GatewayDeps {
  readonly state: DesktopStateStore
  /** A gateway that runs here already; null if there is none. */
  readonly running: ExternalGateway | null
  /** Whether it still is the same gateway. */
  readonly isThere: (running: ExternalGateway) => Promise<boolean>
  /** @param port the port that it had before, so that tills find it again; null at the first start */
  readonly fork: (port: number | null, putsCopyBack: boolean, hear: (news: GatewayNews) => void) => GatewayChild
  /** Uses the key store of the platform, which the process of the gateway cannot reach. */
  readonly useKeyStore: (operation: 'seal' | 'open', text: string) => Promise<KeyStoreResult | null>
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
export class GatewayRunner {
  refusal: GatewayRefusal | null = null
  /** Resolves when the gateway answers, with null, or when it cannot run, with its refusal. */
  settled = Promise.withResolvers<GatewayRefusal | null>()
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

  get isExternal(): boolean {
    return !this.#deps.state.current.gateway.isWatched
  }

  /** Null if the gateway does not run, or cannot prove that it is this person's: screens send PINs to this port. */
  async port(): Promise<number | null> {
    const { running, isThere } = this.#deps
    // While our gateway is started again, any program may take its port.
    if (this.phase === 'running') return this.#ownPort
    if (running === null || !this.isExternal) return null
    return running.isForEverybody || (await isThere(running)) ? running.port : null
  }

  tell(order: ToGateway): void {
    this.#child?.tell(order)
  }

  /** Into the folder of the copy. @returns why there is no backup; null if there is one, or if another program started the gateway */
  async backUp(): Promise<string | null> {
    if (this.isExternal) return null
    if (this.phase !== 'running') return 'The gateway does not run.'
    this.tell({ kind: 'back_up' })
    return new Promise((resolve) => (this.#backedUp = resolve))
  }

  /** Starts the gateway again; the copy replaces the database. */
  putCopyBack(): void {
    this.settled = Promise.withResolvers()
    this.#start('starting', true)
  }

  /**
   * Starts a gateway that failed or waits for its next start. A gateway that runs is closed and started again, at most once a
   * minute: a page that was taken over must not keep it from the tills. @returns whether it is started
   */
  restart(): boolean {
    const isSteady = this.phase === 'running' && this.#looksSinceReady >= steadyLooks
    const isDown = (this.phase === 'refused' || this.phase === 'restarting') && this.#child === null
    if (isSteady) this.renew()
    if (isDown) this.#start('restarting')
    return isSteady || isDown
  }

  /** Closes our gateway, which is then started again. */
  renew(): void {
    const child = this.#child
    child?.tell({ kind: 'stop' })
    setTimeout(() => {
      if (this.#child === child) child?.kill()
    }, stopWithinMs).unref()
  }

  /** Resolves when its process has ended. */
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
    const { state, useKeyStore } = this.#deps
    this.#silentLooks = 0
    if (news.kind === 'refused') this.refusal = news
    if (news.kind === 'set_up') state.change({ setupCode: news.code })
    if (news.kind === 'standing' && news.standing !== null) state.setStanding(news.standing)
    if (news.kind === 'backed_up') this.#backedUp(news.problem)
    if (news.kind === 'key_store')
      void useKeyStore(news.operation, news.text).then((made) => this.tell({ kind: 'key_store', id: news.id, made }))
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
    // The exit code does not count: it may be a signal, and 4 is SIGILL. Only its message says that it cannot run.
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
    if (running === null || !this.isExternal) return
    const isStill = await isThere(running)
    if (!this.isExternal) return
    if (isStill || running.isForEverybody) this.#become(isStill ? 'attached' : 'away')
    else this.#start('starting')
  }

  #become(phase: GatewayRunner['phase']): void {
    const { state } = this.#deps
    const isWatched = phase !== 'attached' && phase !== 'away'
    const port = (isWatched ? this.#ownPort : this.#deps.running?.port) ?? null
    const gateway = { phase, port, isWatched, restarts: this.#restarts, sentence: this.refusal?.sentence || null }
    if (phase !== this.phase) log.info({ ...gateway, code: this.refusal?.code }, 'the gateway')
    state.change({ gateway, ...(!isWatched && { setupCode: null }) })
    if (phase === 'running' || phase === 'refused' || phase === 'attached') this.settled.resolve(this.refusal)
  }
}
