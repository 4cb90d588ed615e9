import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import type { Step } from './steps.ts'

// Explicit paths: without them the linter walks into node_modules, and its type reader breaks there.
const rooms = ['shared', 'electron', 'renderer', 'build', 'test'].filter((room) => existsSync(join(root, room)))

const hasOpenApi = existsSync(join(root, 'build', 'openapi.ts'))

interface Tests {
  readonly name: string
  readonly projects: readonly string[]
  /** Parts of paths. Without them, all files of the projects. */
  readonly files?: readonly string[]
  readonly workers: number
}

export const tests = ({ name, projects, files = [], workers }: Tests): Step => ({
  name,
  command: 'vitest',
  args: ['run', '--config', 'build/vitest.config.ts', `--maxWorkers=${workers}`].concat(
    projects.flatMap((project) => ['--project', project]),
    files,
  ),
  isVerbose: true,
})

/** Tests within a process wait for timers, but each worker reads all sources again. */
export const withinWorkers = 2
/** Tests of pages and windows wait for other processes. */
export const pageWorkers = 3
/** A journey keeps processes of its own busy. */
export const journeyWorkers = 2

export const staticSteps: readonly Step[] = [
  // Each checker computes the types of all schemas: one checker needs two thirds of the processor time of four.
  { name: 'types', command: 'tsc', args: ['-b', '--checkers', '1'] },
  {
    name: 'lint',
    command: 'oxlint',
    args: ['--type-aware', '--deny-warnings', '--config', 'build/oxlint.json', ...rooms],
  },
  { name: 'format', command: 'biome', args: ['check', '--config-path=build', '.'] },
  { name: 'fences', command: 'node', args: ['build/fences.ts'] },
  { name: 'unused code', command: 'knip', args: ['--config', 'build/knip.json'] },
  { name: 'ratchet', command: 'node', args: ['build/ratchet.ts'] },
  ...(hasOpenApi ? [{ name: 'openapi', command: 'node', args: ['build/openapi.ts'] }] : []),
]

/** Folders whose tests start gateways or explore. */
const ofGateway: ReadonlySet<string> = new Set(['clients', 'faults', 'fuzz', 'gateway', 'model', 'wire'])

const beforeGateway = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !ofGateway.has(entry.name))
  .map(({ name }) => `test/${name}/`)

/** npm run check: it needs neither a browser nor a PostgreSQL. */
export const checkSteps: readonly Step[] = [
  ...staticSteps,
  tests({ name: 'tests of rules, parts and store', projects: ['node'], files: beforeGateway, workers: withinWorkers }),
]
