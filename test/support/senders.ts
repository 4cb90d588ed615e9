import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Given } from './sending-process.ts'

/** Processes that send from one PostgreSQL, and what happens to them. */
export class Senders {
  readonly #given: Given
  #running: ChildProcess[] = []
  readonly mishaps = { killed: 0, stopped: 0 }

  constructor(given: Given) {
    this.#given = given
  }

  async begin(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#begin()))
  }

  /** One of them ends at once, as by a power cut, and another begins. */
  async kill(which: number): Promise<void> {
    const [child] = this.#running.splice(which % this.#running.length, 1)
    if (!child) return
    this.mishaps.killed += 1
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await this.#begin()
  }

  /** One of them stands still for a while, and goes on as if nothing had been. */
  async standStill(which: number, ms: number): Promise<void> {
    const child = this.#running[which % this.#running.length]
    if (!child) return
    this.mishaps.stopped += 1
    child.kill('SIGSTOP')
    await pause(ms)
    child.kill('SIGCONT')
  }

  async end(): Promise<void> {
    const running = this.#running
    this.#running = []
    await Promise.all(
      running.map(async (child) => {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }),
    )
  }

  async #begin(): Promise<void> {
    const program = new URL('./sending-process.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [program, JSON.stringify(this.#given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`a sending process ended with ${String(code)} before it worked`)
      }),
    ])
    this.#running.push(child)
  }
}
