import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { askAt } from '../support/ask-at.ts'
import { freePort } from '../support/postgres.ts'
import { type GatewayProcess, spawnHeadOffice } from '../support/process.ts'

/** A process that ends is started again after this time, as a service manager does. */
const restartMs = 1_000

interface Office {
  readonly dataDir: string
  readonly port: number
  process: GatewayProcess | null
  /** Resolves when it answers again. */
  coming: Promise<void>
}

/** The processes of a head office over one database. Each keeps its port. */
export class Offices {
  /** Ends that the test did not cause, with the last output. */
  readonly ended: string[] = []
  readonly #env: Environment
  readonly #all: readonly Office[]
  #isOver = false

  private constructor(env: Environment, all: readonly Office[]) {
    this.#env = env
    this.#all = all
  }

  static async start(lab: string, count: number, env: Environment): Promise<Offices> {
    const all: Office[] = []
    for (let n = 1; n <= count; n += 1) {
      const dataDir = join(lab, `office-${n}`)
      mkdirSync(dataDir)
      all.push({ dataDir, port: await freePort(), process: null, coming: Promise.resolve() })
    }
    const offices = new Offices(env, all)
    // One after the other, because only one may upgrade the tables.
    for (const office of all) await offices.#begin(office)
    return offices
  }

  get ports(): readonly number[] {
    return this.#all.map(({ port }) => port)
  }

  get dataDirs(): readonly string[] {
    return this.#all.map(({ dataDir }) => dataDir)
  }

  /** Calls the API of one process, as the owner. */
  ask(which: number): ReturnType<typeof askAt> {
    const { dataDir, port } = this.#at(which)
    return askAt(dataDir, port)
  }

  /** Kills the process as a power cut would, and starts it again. */
  async kill(which: number, awayMs: number): Promise<void> {
    const office = this.#at(which)
    await office.coming
    const { process } = office
    office.process = null
    await process?.stop('SIGKILL')
    office.coming = pause(awayMs).then(() => this.#begin(office))
    await office.coming
  }

  /** Freezes a process for some time, then continues it. */
  async standStill(which: number, forMs: number): Promise<void> {
    const { process } = this.#at(which)
    process?.child.kill('SIGSTOP')
    await pause(forMs)
    process?.child.kill('SIGCONT')
  }

  /** Resolves when all answer. */
  async rest(): Promise<void> {
    for (const office of this.#all) while (office.process === null) await Promise.all([office.coming, pause(100)])
  }

  /**
   * Stops them in order.
   * @returns the exit codes
   */
  async stop(): Promise<readonly (number | null | undefined)[]> {
    this.#isOver = true
    return Promise.all(
      this.#all.map(async (office) => {
        const { process } = office
        office.process = null
        return process?.stop()
      }),
    )
  }

  async killAll(): Promise<void> {
    this.#isOver = true
    for (const { process } of this.#all) {
      // A frozen process gets this signal too.
      await process?.stop('SIGKILL')
    }
  }

  #at(which: number): Office {
    const office = this.#all[which % this.#all.length]
    if (!office) throw new Error('no head office')
    return office
  }

  async #begin(office: Office): Promise<void> {
    while (!this.#isOver) {
      try {
        const process = await spawnHeadOffice(office.dataDir, { ...this.#env, RESIT_PORT: String(office.port) })
        office.process = process
        process.child.once('exit', (code, signal) => {
          if (office.process !== process) return
          office.process = null
          this.ended.push(`${code ?? signal}: ${process.stderr().slice(-500)}`)
          office.coming = pause(restartMs).then(() => this.#begin(office))
        })
        return
      } catch (cause) {
        // A request failed because the database could not be reached.
        this.ended.push(String(cause).slice(0, 500))
        await pause(restartMs)
      }
    }
  }
}
