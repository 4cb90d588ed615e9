import type { FromGateway, ToGateway } from '../../gateway-host/messages.ts'

/** The first end is answered at once, for tills wait; after the next ones a tenth of a second, doubled up to half a minute. */
const firstPauseMs = 100
const longestPauseMs = 30_000
/** After so long without an end the next one counts as the first. */
const steadyAfterMs = 60_000
const watchEveryMs = 5_000
/** So many looks in a row without a sign of life; counted, because a clock runs on while the computer sleeps. */
const mostSilentLooks = 6
const stopWithinMs = 6_000

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

export interface SupervisorDeps {
  /** @param port the one it had, so that tills find it again; null at the first start */
  readonly fork: (port: number | null, hearing: GatewayHearing) => GatewayChild
  /** Runs a task later. @returns what cancels it */
  readonly later: (ms: number, task: () => void) => () => void
  /** Everything but starts and ends. */
  readonly news: (news: FromGateway) => void
  readonly changed: (supervisor: Supervisor) => void
}

type Phase = 'starting' | 'running' | 'restarting' | 'refused' | 'stopped'

/** Starts the gateway's process, watches it, and starts it again where it ends or no longer gives a sign of life. */
export class Supervisor {
  phase: Phase = 'starting'
  port: number | null = null
  restarts = 0
  /** Why it cannot run here, and its exit code. */
  refusal: { readonly code: number; readonly sentence: string } | null = null
  readonly #deps: SupervisorDeps
  #child: GatewayChild | null = null
  #failures = 0
  #silentLooks = 0
  #isSteady = false
  #cancelTimer: () => void = () => undefined
  #becomeSteady: () => void = () => undefined
  #ended: () => void = () => undefined

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
    this.#fork()
    this.#watch()
  }

  tell(order: ToGateway): void {
    this.#child?.tell(order)
  }

  /**
   * Tries at once what it would try later, or had given up. One that runs is closed and started again, once a minute at
   * most: a page that was taken over must not keep it from the tills.
   */
  restart(): boolean {
    switch (this.phase) {
      case 'refused':
      case 'restarting':
        // It is starting this moment.
        if (this.#child !== null) return false
        this.#cancelTimer()
        this.#again()
        return true
      case 'running':
        if (this.#isSteady) this.renew()
        return this.#isSteady
      case 'starting':
      case 'stopped':
        return false
    }
  }

  /** Closes the one that runs, which is started again. */
  renew(): void {
    const child = this.#child
    child?.tell({ kind: 'stop' })
    this.#deps.later(stopWithinMs, () => {
      if (this.#child === child) child?.kill()
    })
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    const isRunning = this.#child !== null
    this.#cancelTimer()
    this.#become('stopped')
    if (!isRunning) return
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    this.#child?.tell({ kind: 'stop' })
    const cancelKill = this.#deps.later(stopWithinMs, () => this.#child?.kill())
    await ended
    cancelKill()
  }

  #fork(): void {
    this.refusal = null
    this.#silentLooks = 0
    this.#child = this.#deps.fork(this.port, {
      news: (news) => this.#hear(news),
      ended: () => this.#end(),
    })
  }

  #hear(news: FromGateway): void {
    this.#silentLooks = 0
    if (news.kind === 'ready') {
      this.port = news.port
      this.#becomeSteady()
      this.#becomeSteady = this.#deps.later(steadyAfterMs, () => {
        this.#failures = 0
        this.#isSteady = true
      })
      if (this.phase !== 'stopped') this.#become('running')
    }
    if (news.kind === 'refused') this.refusal = news
    this.#deps.news(news)
  }

  #end(): void {
    this.#child = null
    this.#isSteady = false
    this.#becomeSteady()
    this.#ended()
    if (this.phase === 'stopped') return
    // Only its own word is final: the number a process ends with may be a signal's, and 4 is that of SIGILL.
    if (this.port === null && this.refusal !== null) return this.#become('refused')
    const pauseMs = this.#failures === 0 ? 0 : Math.min(firstPauseMs * 2 ** (this.#failures - 1), longestPauseMs)
    this.#failures += 1
    this.#become('restarting')
    this.#cancelTimer = this.#deps.later(pauseMs, () => this.#again())
  }

  #again(): void {
    this.restarts += 1
    this.#fork()
    this.#become('restarting')
  }

  #watch(): void {
    this.#deps.later(watchEveryMs, () => {
      if (this.phase === 'running') {
        this.#silentLooks += 1
        if (this.#silentLooks > mostSilentLooks) this.#child?.kill()
      }
      if (this.phase !== 'stopped') this.#watch()
    })
  }

  #become(phase: Phase): void {
    this.phase = phase
    this.#deps.changed(this)
  }
}
