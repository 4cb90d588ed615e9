import type { Clock, Log, WorkerActivity } from '../ports.ts'

/** @param step a sign of life in a long round @returns milliseconds until the next round; null to wait for a poke */
export type TaskRound = (step: () => void) => Promise<number | null>

const longestPauseMs = 60_000
const afterErrorMs = 5_000

/** Runs rounds one after the other: when due, and when poked. */
export class RepeatingTask {
  readonly name: string
  readonly #round: TaskRound
  readonly #log: Log
  readonly #clock: Clock
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #isPoked = false
  #isStopped = false
  /** By the steady clock. */
  #stepSinceMs: number | null = null
  #restsSinceMs: number | null = null

  constructor(name: string, round: TaskRound, { log, clock }: { readonly log: Log; readonly clock: Clock }) {
    this.name = name
    this.#round = round
    this.#log = log
    this.#clock = clock
  }

  get heartbeat(): WorkerActivity {
    const now = this.#clock.steadyMs()
    const since = (start: number | null) => (start === null ? null : now - start)
    return { stepMs: since(this.#stepSinceMs), restedMs: since(this.#restsSinceMs) }
  }

  poke(): void {
    if (this.#isStopped) return
    if (this.#running) {
      this.#isPoked = true
      return
    }
    this.#sleep(0)
  }

  /** Resolves when the running round is over. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #sleep(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#running = this.#run()
    }, ms)
  }

  async #run(): Promise<void> {
    let pauseMs: number | null
    const step = () => {
      this.#stepSinceMs = this.#clock.steadyMs()
    }
    step()
    try {
      pauseMs = await this.#round(step)
    } catch (cause) {
      // A round that fails is logged, and the worker goes on.
      this.#log.error({ err: cause, loop: this.name }, 'a round failed')
      pauseMs = afterErrorMs
    }
    this.#running = null
    this.#stepSinceMs = null
    this.#restsSinceMs = this.#clock.steadyMs()
    if (this.#isStopped) return
    const isPoked = this.#isPoked
    this.#isPoked = false
    if (isPoked) this.#sleep(0)
    else if (pauseMs !== null) this.#sleep(Math.min(Math.max(pauseMs, 0), longestPauseMs))
  }
}
