import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../build/built-programs.ts'
import type { ProgramName } from '../../build/programs.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly port: number
  /** The content of its ready line. */
  readonly ready: Readonly<Record<string, unknown>>
  /** The time from the start to the ready line. */
  readonly readyMs: number
  readonly stderr: () => string
  /** @returns the exit code; null if a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const npmRunGateway = fileURLToPath(new URL('../../build/gateway.js', import.meta.url))

/**
 * The built gateway without a window, as its own process.
 * @param through a command that starts it, such as a tracer, with its arguments @throws Error if it ends before it is
 * ready, with exit code and output
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

/** The gateway as `npm run gateway` starts it: it is built first if it is old. */
export const spawnNpmGateway = (dataDir: string, env: Environment = {}): Promise<GatewayProcess> =>
  spawnProgram([process.execPath, npmRunGateway], dataDir, env)

/** A process of a head office, on the database of RESIT_POSTGRES_URL, or on one in its data directory. */
export const spawnHeadOffice = async (dataDir: string, env: Environment = {}): Promise<GatewayProcess> =>
  spawnProgram([process.execPath, await built('head-office')], dataDir, env)

export async function spawnProgram(
  [command = '', ...args]: readonly string[],
  dataDir: string,
  env: Environment,
): Promise<GatewayProcess> {
  const startedAt = performance.now()
  const child = spawn(command, [...args, '--data-dir', dataDir, '--port', env['RESIT_PORT'] ?? '0', '--json'], {
    // Without the compile cache of the tools: with it a start takes 10 MB more than in a shop.
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
      // Output is read and dropped, because a full pipe would stop the process.
      stdout?.resume()
      return text.slice(0, end)
    }
  }
  return new Promise(() => undefined)
}
