import { spawn, spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { builtProgram } from '../../build/built-programs.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { hangMs } from './hang-limit.ts'

/** What Node starts as `npm run resit`. */
export const commandSources = fileURLToPath(new URL('../../electron/headless/resit.ts', import.meta.url))

/** The same as it was built: hundreds are given, and each takes two thirds of what it takes from its sources. */
export const commandLine = fileURLToPath(await builtProgram('resit', (sentence) => console.warn(sentence)))

export interface CommandOptions {
  readonly env?: Environment
  /** What is typed or piped into it. */
  readonly input?: string
}

const startOf = (dataDir: string, args: readonly string[], env: Environment = {}) =>
  [
    process.execPath,
    [commandLine, ...args, '--data-dir', dataDir],
    { env: { ...process.env, LANG: 'C', ...env } },
  ] as const

/** A command as its own process; nothing of this one goes on meanwhile. @param timeoutMs it is killed after that */
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

/** A command beside a gateway, or whatever else of this process answers it. */
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
