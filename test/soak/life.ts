import { once } from 'node:events'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { dyingAt } from '../support/checkpoints.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

/** Gateways in turn on the same data folder. */
export class GatewayLife {
  readonly #dataDir: string
  readonly #env: Environment
  #gateway: GatewayProcess | null = null
  /** Ends that the test did not cause, with the last output. */
  readonly surprises: string[] = []
  starts = 0
  slowestStartMs = 0

  constructor(dataDir: string, env: Environment) {
    this.#dataDir = dataDir
    this.#env = env
  }

  /** Null if none runs. */
  get port(): number | null {
    return this.#gateway?.port ?? null
  }

  /**
   * @param crashAt a checkpoint and how often it is passed, like `claimed:2` @returns `died` if it died there before it
   * was ready @throws Error with its exitCode if it does not start
   */
  async start(crashAt = ''): Promise<'ready' | 'died'> {
    try {
      const gateway = await spawnGateway(this.#dataDir, { ...this.#env, ...dyingAt(crashAt) })
      this.starts += 1
      this.slowestStartMs = Math.max(this.slowestStartMs, gateway.readyMs)
      this.#gateway = gateway
      if (crashAt === '') this.#watch(gateway)
      return 'ready'
    } catch (cause) {
      if (crashAt !== '' && exitCodeIn(cause) === null) return 'died'
      throw cause
    }
  }

  #watch(gateway: GatewayProcess): void {
    gateway.child.once('exit', (code, signal) => {
      if (this.#gateway !== gateway) return
      this.#gateway = null
      this.surprises.push(`the gateway ended by itself with ${code ?? signal}: ${gateway.stderr().slice(-2_000)}`)
    })
  }

  /** Kills the gateway, as in a power cut. */
  async kill(): Promise<void> {
    const gateway = this.#leave()
    await gateway?.stop('SIGKILL')
  }

  /** @returns the exit code; null if none ran */
  async stop(): Promise<number | null> {
    const gateway = this.#leave()
    return (await gateway?.stop()) ?? null
  }

  /**
   * Resolves when the gateway died at its checkpoint.
   * @returns false if it did not in time
   */
  async died(patienceMs: number): Promise<boolean> {
    const gateway = this.#gateway
    if (!gateway) return true
    const { child } = gateway
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(patienceMs) })
      const hasEnded = await ended.then(
        () => true,
        () => false,
      )
      if (!hasEnded) return false
    }
    this.#gateway = null
    return true
  }

  #leave(): GatewayProcess | null {
    const gateway = this.#gateway
    this.#gateway = null
    return gateway
  }
}

/** Null if a signal ended it; undefined if the error is about something else. */
export const exitCodeIn = (cause: unknown): number | null | undefined =>
  cause instanceof Error && 'exitCode' in cause ? (cause.exitCode as number | null) : undefined
