import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { root } from '../../../build/fences.ts'
import { keepResults, type TitleResult } from './results.ts'
import { readTitle } from './titles.ts'

/** Keeps how every test that names faults ended, for the catalogue to be written from. */
export default class CatalogueReporter implements Reporter {
  #isPartial = false

  onInit({ config }: Vitest): void {
    // Chosen by name, the tests that were not chosen look as if they had been left out.
    this.#isPartial = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isPartial) return
    for (const module of modules) {
      const file = relative(root, module.moduleId).replaceAll('\\', '/')
      keepResults({ file, results: [...module.children.allTests()].flatMap(resultsOf) })
    }
  }
}

/** Ids may stand on the test or on a group of tests. */
function resultsOf(test: TestCase): readonly TitleResult[] {
  const { state } = test.result()
  if (state === 'pending') return []
  return titlesAbove(test).flatMap((title) => {
    const read = readTitle(title)
    return read ? [{ ...read, state }] : []
  })
}

/** What fast-check writes behind the title of a property. */
const seed = / \(with seed=-?\d+\)$/

function titlesAbove(test: TestCase): readonly string[] {
  const titles = [test.name.replace(seed, '')]
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) titles.push(parent.name)
  return titles
}
