import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import type { Step } from './steps.ts'

// Explicit paths: without them the linter walks into node_modules and its type reader dies there.
const rooms = ['shared', 'electron', 'renderer', 'build', 'test'].filter((room) => existsSync(join(root, room)))

const hasOpenApi = existsSync(join(root, 'build', 'openapi.ts'))

/** Projects that are named together share the workers. @param workers two where a test keeps processes of its own busy */
export const vitest = (projects: readonly string[], workers = 2): Step => ({
  name: `${projects.join(' and ')} tests`,
  command: 'vitest',
  args: ['run', '--config', 'build/vitest.config.ts', `--maxWorkers=${workers}`].concat(
    projects.flatMap((project) => ['--project', project]),
  ),
  isSpoken: true,
})

/** Pages wait for their gateway, and windows for their pages. */
export const workersOfPages = 3

/** Tests within one process wait for disks and timers as long as they compute: with two at a time two processors rest. */
const withinWorkers = 4

/** What whoever changes something waits for again and again. */
export const checkSteps: readonly Step[] = [
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
  vitest(['node'], withinWorkers),
]

/** With it, everything that needs neither a browser nor a process of its own. */
export const thoroughSteps: readonly Step[] = [...checkSteps, vitest(['thorough', 'head-office'], withinWorkers)]
