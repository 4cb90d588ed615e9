import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import type { Step } from './steps.ts'

// Explicit paths: without them the linter walks into node_modules and its type reader dies there.
const rooms = ['shared', 'electron', 'renderer', 'build', 'test'].filter((room) => existsSync(join(root, room)))

const hasOpenApi = existsSync(join(root, 'build', 'openapi.ts'))

interface Tests {
  readonly name: string
  readonly projects: readonly string[]
  /** Parts of paths; all files of the projects where none is given. */
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
  isSpoken: true,
})

/** Rules compute all the time. */
const pureWorkers = 2
/** A store waits for its disk, and a gateway for its timers; but each worker reads all sources for itself. */
export const withinWorkers = 3
/** Pages wait for their gateway, and windows for their pages. */
export const pageWorkers = 3
/** Each journey keeps processes of its own busy. */
export const journeyWorkers = 2

const staticSteps: readonly Step[] = [
  // Each checker works out the types of all schemas for itself: with one it takes two thirds of what four take.
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

/** Folders of tests that are projects of their own (build/vitest.config.ts). */
const apart: ReadonlySet<string> = new Set(['browser', 'desktop', 'journey', 'store-postgres'])
const ofStore: ReadonlySet<string> = new Set(['contract', 'store'])
/** What starts gateways, and the explorers. */
const ofGateway: ReadonlySet<string> = new Set(['clients', 'faults', 'fuzz', 'gateway', 'model', 'wire'])

const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !apart.has(entry.name))
  .map(({ name }) => name)
const within = (isWanted: (folder: string) => boolean) => folders.filter(isWanted).map((folder) => `test/${folder}/`)

const inProcess = (name: string, files: readonly string[], workers: number) =>
  tests({ name, projects: ['node'], files, workers })

/** One layer after the other: rules and parts, then the store, then the gateway. */
const pureTests = inProcess(
  'pure tests',
  within((folder) => !ofStore.has(folder) && !ofGateway.has(folder)),
  pureWorkers,
)
const storeTests = inProcess(
  'store tests',
  within((folder) => ofStore.has(folder)),
  withinWorkers,
)
export const gatewayTests = inProcess(
  'gateway tests',
  within((folder) => ofGateway.has(folder)),
  withinWorkers,
)

/** npm run check: it needs neither a browser nor a PostgreSQL. */
export const checkSteps: readonly Step[] = [...staticSteps, pureTests, storeTests]
