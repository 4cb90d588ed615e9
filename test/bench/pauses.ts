import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Environment } from '../../electron/gateway/settings/values.ts'

export interface Pause {
  readonly p99Ms: number
  readonly longestMs: number
}

/** The longest pause of a gateway's event loop, measured by the gateway itself. */
export class LoopPauses {
  /** The environment that the gateway must be started with. */
  readonly env: Environment
  readonly #file: string
  #taken = 0

  /** @param file to which the gateway writes what it measured */
  constructor(file: string) {
    this.#file = file
    writeFileSync(file, '')
    this.env = { NODE_OPTIONS: `--import=${new URL('./loop-probe.ts', import.meta.url)}`, LOOP_PROBE_FILE: file }
  }

  /** @returns the longest pause since the last call, or since the start */
  async take(gateway: ChildProcess): Promise<Pause> {
    gateway.kill('SIGUSR2')
    for (;;) {
      const lines = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1)
      const line = lines[this.#taken]
      if (line !== undefined) {
        this.#taken += 1
        return JSON.parse(line) as Pause
      }
      await wait(2)
    }
  }
}

export interface Waited extends Pause {
  /** The longest pause of the till's own event loop, which is not the gateway's fault. */
  readonly ownMs: number
}

/** A till in its own thread that asks for the state of a sale without a pause. */
export class AskingTill {
  readonly #worker: Worker

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#worker = new Worker(new URL('./asking-till.ts', import.meta.url), { workerData: { url, headers } })
  }

  /** @returns the waiting times since the last call */
  async take(): Promise<Waited> {
    this.#worker.postMessage('take')
    const [said] = (await once(this.#worker, 'message')) as [Waited]
    return said
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}
