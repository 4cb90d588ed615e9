import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Given } from './sending-process.ts'

type Mishap = 'SIGKILL' | 'SIGSTOP'

/** Several processes over one PostgreSQL, of which one sends. Tests kill or stop that one. */
export class Senders {
  readonly #given: Given
  #running: ChildProcess[] = []
  #sender = Promise.withResolvers<ChildProcess>()
  /** For how many milliseconds no process sent. */
  readonly gapsMs: Record<Mishap, number[]> = { SIGKILL: [], SIGSTOP: [] }

  constructor(given: Given) {
    this.#given = given
  }

  async begin(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#begin()))
  }

  /** Kills the sender, or stops it until another process sends and then lets it go on. */
  async befall(mishap: Mishap): Promise<void> {
    const sender = await this.#sender.promise
    this.#sender = Promise.withResolvers()
    const sinceMs = performance.now()
    sender.kill(mishap)
    await this.#sender.promise
    this.gapsMs[mishap].push(Math.round(performance.now() - sinceMs))
    if (mishap === 'SIGSTOP') sender.kill('SIGCONT')
    else {
      this.#running = this.#running.filter((child) => child !== sender)
      await this.#begin()
    }
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
    child.stdout.on('data', (said: Buffer) => {
      if (String(said).includes('sends')) this.#sender.resolve(child)
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
