import type { Log } from '../ports.ts'

/** @returns after how many milliseconds to run again; null for not until poked */
export type Round = () => Promise<number | null>

const longestPauseMs = 60_000
const afterErrorMs = 5_000

/** One thing done over and over, never twice at once: when it is due, and whenever somebody says there is work. */
export class Loop {
  readonly #name: string
  readonly #round: Round
  readonly #log: Log
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | null = null
  #isPoked = false
  #isStopped = false

  constructor(name: string, round: Round, log: Log) {
    this.#name = name
    this.#round = round
    this.#log = log
  }

  poke(): void {
    if (this.#isStopped) return
    if (this.#running) {
      this.#isPoked = true
      return
    }
    this.#sleep(0)
  }

  /** No further rounds; resolves when the running one is over. */
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
    try {
      pauseMs = await this.#round()
    } catch (cause) {
      // The loop must outlive whatever one round meets, and nothing it meets may go unseen.
      this.#log.error({ err: cause, loop: this.#name }, 'a round failed')
      pauseMs = afterErrorMs
    }
    this.#running = null
    if (this.#isStopped) return
    const isPoked = this.#isPoked
    this.#isPoked = false
    if (isPoked) this.#sleep(0)
    else if (pauseMs !== null) this.#sleep(Math.min(Math.max(pauseMs, 0), longestPauseMs))
  }
}
