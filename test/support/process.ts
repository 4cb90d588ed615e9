import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../electron/gateway/settings/values.ts'

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly port: number
  /** From the start of the process to its ready line. */
  readonly readyMs: number
  readonly stderr: () => string
  /** @returns the exit code, null where a signal ended it */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const program = fileURLToPath(new URL('../../electron/headless/main.ts', import.meta.url))

/**
 * The headless gateway as its own process.
 * @param through a command that starts it, with its arguments: a tracer
 * @throws Error where it ends before it is ready, with its exit code and what it said
 */
export async function spawnGateway(
  dataDir: string,
  env: Environment = {},
  through: readonly string[] = [],
): Promise<GatewayProcess> {
  const startedAt = performance.now()
  const [command, ...args] = [...through, process.execPath] as const
  const child = spawn(
    command,
    [...args, program, '--data-dir', dataDir, '--port', env['RESIT_PORT'] ?? '0', '--json'],
    {
      // The cache of the tools is not its own: with it a start takes 10 MB more, which no shop's has.
      env: { ...process.env, NODE_COMPILE_CACHE: undefined, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const line = await Promise.race([firstLine(child), ended.then(([code]) => code)])
  if (typeof line !== 'string')
    throw Object.assign(new Error(`the gateway ended with ${line}: ${stderr}`), { exitCode: line })
  const { port } = JSON.parse(line) as { readonly port: number }
  return {
    child,
    port,
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
