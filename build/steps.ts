import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hangLimitMs } from './machine-unit.ts'
import { endedChildrenMs } from './processor-time.ts'
import { root } from './root.ts'

export interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Prints while it runs, as tests do: a test that is left out says so. Other steps print only if they fail. */
  readonly isVerbose?: boolean
  /** A step that mostly waits. It runs at the same time as the verbose steps, and its output is printed at its end. */
  readonly isWaiting?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs all steps, so that one run shows all faults. The silent steps run first, two at a time. Then the verbose steps run
 * one after another, and the waiting steps run one after another at the same time.
 * @returns the names of those that failed
 */
export async function runSteps(steps: readonly Step[]): Promise<string[]> {
  const begun = performance.now()
  process.env['TESTS_HANG_LIMIT_MS'] = String(hangLimitMs())
  const passed = new Map<Step, boolean>()
  const folder = mkdtempSync(join(tmpdir(), 'resit-steps-'))
  const outcomeOf = (step: Step) => join(folder, String(steps.indexOf(step)))
  const silent = steps.filter(({ isVerbose = false, isWaiting = false }) => !isVerbose && !isWaiting)
  const spoken = steps.filter(({ isVerbose = false, isWaiting = false }) => isVerbose && !isWaiting)
  const inSequence = async (row: Iterable<Step>) => {
    for (const step of row) {
      passed.set(step, await runs(step, outcomeOf(step)))
      console.log(`     ${passed.size} of ${steps.length} steps done after ${secondsSince(begun)}`)
    }
  }
  const next = silent.values()
  await Promise.all([inSequence(next), inSequence(next)])
  await Promise.all([inSequence(spoken), inSequence(steps.filter(({ isWaiting = false }) => isWaiting))])
  const failed = steps.filter((step) => passed.get(step) !== true).map(({ name }) => name)
  console.log(`\n${steps.map((step) => outcomeIn(outcomeOf(step))).join('')}`)
  rmSync(folder, { recursive: true })
  console.log(failed.length === 0 ? `all ${steps.length} steps passed` : `FAILED: ${failed.join(', ')}`)
  console.log(`${secondsSince(begun)} by the clock, ${inSeconds(endedChildrenMs())} of processors`)
  return failed
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const secondsSince = (begun: number) => inSeconds(performance.now() - begun)

const outcomeIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** @param outcome the file to which the tests of the step write their failures. It is printed after a step that failed */
async function runs(step: Step, outcome: string): Promise<boolean> {
  const { name, isVerbose = false, isWaiting = false } = step
  const begun = performance.now()
  if (isVerbose || isWaiting) console.log(`-- ${name}${isWaiting ? ', beside what follows' : ''}`)
  const { status, said, spentMs } = await run({ ...step, env: { ...step.env, TESTS_OUTCOME: outcome } })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${secondsSince(begun)}, ${inSeconds(spentMs)} of processors)`)
  if (isWaiting || status !== 0) console.log(said)
  if (status !== 0) console.log(outcomeIn(outcome))
  return status === 0
}

interface Ended {
  readonly status: number | null
  readonly said: string
  readonly spentMs: number
}

async function run(step: Step): Promise<Ended> {
  const { command, args, isVerbose, env } = step
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env, NODE_COMPILE_CACHE: compiled, PATH: toolPath },
    stdio: ['ignore', isVerbose ? 'inherit' : 'pipe', isVerbose ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  })
  let spentMs = 0
  child.once('exit', () => {
    spentMs = sinceLastChild()
  })
  const ended = new Promise<{ status: number | null; why: string }>((resolve) => {
    child.once('error', ({ message }) => resolve({ status: null, why: message }))
    child.once('close', (status) => resolve({ status, why: '' }))
  })
  const said = await Promise.all([child.stdout, child.stderr].map(async (stream) => (stream ? text(stream) : '')))
  const { status, why } = await ended
  return { status, said: [why, ...said].filter(Boolean).join('\n'), spentMs }
}

let countedMs = 0

/** When a child ends, its time is added to that of all children. The difference is its own. */
function sinceLastChild(): number {
  const before = countedMs
  countedMs = endedChildrenMs()
  return countedMs - before
}

/** The project's own tools and its Node come first, also if this is started without npm. */
const toolPath = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter)

/** Tools, tests and the processes that they start compile the same sources again and again. */
const compiled = join(root, 'node_modules', '.cache', 'resit')
