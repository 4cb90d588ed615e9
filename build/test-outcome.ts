import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from './root.ts'

/**
 * Writes what failed to the file that TESTS_OUTCOME names. The program that started the run prints it at the end, and not a
 * thousand lines above.
 */
export default class TestOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env['TESTS_OUTCOME']
    if (file === undefined) return
    for (const module of modules)
      appendFileSync(
        file,
        linesOf(module)
          .map((line) => `${line}\n`)
          .join(''),
      )
  }
}

function linesOf(module: TestModule): string[] {
  const path = relative(root, module.moduleId).replaceAll('\\', '/')
  const ofModule = module.errors().map(({ message }) => `failed: ${path}: ${message}`)
  return [...ofModule, ...[...module.children.allTests()].flatMap((test) => lineOf(path, test))]
}

function lineOf(path: string, test: TestCase): string[] {
  const { state, errors = [] } = test.result()
  const why = errors.map(({ message }) => firstOf(message)).join(' | ')
  return state === 'failed' ? [`failed: ${path} > ${test.fullName}: ${why}`] : []
}

const firstOf = (message: string) => message.slice(0, 600)
