import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../build/built-programs.ts'
import type { ProgramName } from '../../build/programs.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly port: number
  /** What its ready line says. */
  readonly ready: Readonly<Record<string, unknown>>
  /** From the start of the process to its ready line. */
  readonly readyMs: number
  readonly stderr: () => string
  /** @returns the exit code, null where a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const npmRunGateway = fileURLToPath(new URL('../../build/gateway.js', import.meta.url))

/**
 * The headless gateway as its own process, built as in a shop.
 * @param through a command that starts it, with its arguments: a tracer
 * @throws Error where it ends before it is ready, with its exit code and what it said
 */
export async function spawnGateway(
  dataDir: string,
  env: Environment = {},
  through: readonly string[] = [],
): Promise<GatewayProcess> {
  return spawnProgram([...through, process.execPath, await built('gateway')], dataDir, env)
}

const places = new Map<ProgramName, Promise<URL>>()
async function built(name: ProgramName): Promise<string> {
  const place = places.get(name) ?? builtProgram(name, (sentence) => console.warn(sentence))
  places.set(name, place)
  return fileURLToPath(await place)
}

/** The same as npm run gateway starts it, which looks first whether it has to be built. */
export const spawnNpmGateway = (dataDir: string, env: Environment = {}): Promise<GatewayProcess> =>
  spawnProgram([process.execPath, npmRunGateway], dataDir, env)

/** A process of a head office; of the database that RESIT_POSTGRES_URL names, or of one under its data directory. */
export const spawnHeadOffice = async (dataDir: string, env: Environment = {}): Promise<GatewayProcess> =>
  spawnProgram([process.execPath, await built('head-office')], dataDir, env)

export async function spawnProgram(
  [command = '', ...args]: readonly string[],
  dataDir: string,
  env: Environment,
): Promise<GatewayProcess> {
  const startedAt = performance.now()
  const child = spawn(command, [...args, '--data-dir', dataDir, '--port', env['RESIT_PORT'] ?? '0', '--json'], {
    // The cache of the tools is not its own: with it a start takes 10 MB more, which no shop's has.
    env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const line = await Promise.race([firstLine(child), ended.then(([code]) => code)])
  if (typeof line !== 'string')
    throw Object.assign(new Error(`the gateway ended with ${line}: ${stderr}`), { exitCode: line })
  const ready = JSON.parse(line) as GatewayProcess['ready']
  return {
    child,
    port: Number(ready['port']),
    ready,
    readyMs: performance.now() - startedAt,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null) return child.exitCode
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += String(chunk)
    const end = text.indexOf('\n')
    if (end >= 0) {
      // Whatever else it prints must not fill the pipe and stop it.
      stdout?.resume()
      return text.slice(0, end)
    }
  }
  return new Promise(() => undefined)
}
