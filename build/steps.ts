import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { root } from './fences.ts'

export interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Tests speak for themselves, because a test that is left out says so on the screen; the others only where they fail. */
  readonly isSpoken?: boolean
}

/** Runs them all, so that one run shows everything that is wrong. Returns the names of those that failed. */
export function runSteps(steps: readonly Step[]): string[] {
  const failed = steps.filter((step) => !passes(step)).map(({ name }) => name)
  console.log(failed.length === 0 ? `\nall ${steps.length} steps passed` : `\nFAILED: ${failed.join(', ')}`)
  return failed
}

function passes({ name, command, args, isSpoken = false }: Step): boolean {
  const begun = performance.now()
  if (isSpoken) console.log(`-- ${name}`)
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, PATH: toolPath },
    stdio: isSpoken ? 'inherit' : 'pipe',
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  const hasPassed = status === 0
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${hasPassed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (!hasPassed) console.log([error?.message, stdout, stderr].filter(Boolean).join('\n'))
  return hasPassed
}

/** The project's own tools and its Node come first, also where somebody starts this without npm. */
const toolPath = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)
