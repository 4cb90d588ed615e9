import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { slownessOfProcessor } from './machine-unit.ts'
import { root } from './root.ts'
import { mostSeconds, mostSecondsOf } from './test-budget.ts'

const shownFiles = 10

interface Cost {
  readonly file: string
  readonly project: string
  /** Processor time, by test/support/processor-time.ts. */
  readonly seconds: number
}

/** Prints at the end of a run what each project and the ten slowest files cost. A file over its budget fails the run. */
export default class TestCosts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const costs = modules.map(costOf).toSorted((one, other) => other.seconds - one.seconds)
    if (modules.length > shownFiles) show(costs)
    const slowness = slownessOfProcessor()
    const over = [
      ...costs.filter((cost) => cost.seconds > mostSeconds(cost) * slowness),
      ...sumsOf(costs).filter(({ file, seconds }) => seconds > mostSecondsOf(file) * slowness),
    ]
    for (const { file, seconds } of over)
      console.error(
        `${file} took ${seconds.toFixed(1)} s of processors, which is over its budget (build/test-budget.ts)`,
      )
    if (over.length > 0) process.exitCode = 1
  }
}

function costOf(module: TestModule): Cost {
  const { processorMs = 0 } = module.meta() as { readonly processorMs?: number }
  const file = relative(root, module.moduleId).replaceAll('\\', '/')
  return { file, project: module.project.name, seconds: processorMs / 1000 }
}

/** By the name of the project. */
const sumsOf = (costs: readonly Cost[]) =>
  [...Map.groupBy(costs, ({ project }) => project)].map(([project, all]) => ({
    file: project,
    files: all.length,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
  }))

function show(costs: readonly Cost[]): void {
  console.log('\n Processor time')
  for (const { file, files, seconds } of sumsOf(costs)) console.log(line(seconds, `${files} files of ${file}`))
  for (const { file, seconds } of costs.slice(0, shownFiles)) console.log(line(seconds, file))
}

const line = (seconds: number, of: string) => `  ${seconds.toFixed(1).padStart(6)} s  ${of}`
