import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../build/built-programs.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { hangMs } from './hang-limit.ts'

/** The sources that `npm run resit` starts. */
export const commandSources = fileURLToPath(new URL('../../electron/headless/resit.ts', import.meta.url))

/** The built program. Tests run hundreds of commands, and a built one takes two thirds of the time. */
export const commandLine = fileURLToPath(await builtProgram('resit', (sentence) => console.warn(sentence)))

export interface CommandOptions {
  readonly env?: Environment
  /** What the command reads from stdin. */
  readonly input?: string
}

const startOf = (dataDir: string, args: readonly string[], env: Environment = {}) =>
  [
    process.execPath,
    [commandLine, ...args, '--data-dir', dataDir],
    { env: { ...process.env, LANG: 'C', ...env } },
  ] as const

/**
 * Runs a command in its own process and waits for its end.
 * @param timeoutMs after this it is killed
 */
export function command(
  dataDir: string,
  args: readonly string[],
  { env, input = '', timeoutMs = hangMs }: CommandOptions & { readonly timeoutMs?: number } = {},
) {
  const [program, all, options] = startOf(dataDir, args, env)
  const { status, signal, stdout, stderr } = spawnSync(program, all, {
    ...options,
    encoding: 'utf8',
    input,
    timeout: timeoutMs,
  })
  return { status, signal, stdout, stderr }
}

/** Runs a command while this process goes on, for example with a gateway that answers it. */
export async function commandBeside(
  dataDir: string,
  args: readonly string[],
  { env, input = '' }: CommandOptions = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(...startOf(dataDir, args, env))
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}
