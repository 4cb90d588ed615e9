import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../build/root.ts'
import { docsPageOf } from '../../electron/gateway/http/document-text.ts'
import { commands, usageLineOf } from '../../electron/headless/cli/commands.ts'
import { exitCodes } from '../../electron/headless/exit-code.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Block, blocksIn, codesIn, documents } from './blocks.ts'

const all = documents.flatMap(blocksIn)
const slugsOf = (file: string) =>
  new Set(docsPageOf(file, readFileSync(join(root, file), 'utf8'), new Set()).passages.map(({ slug }) => slug))
const nameOf = ({ file, line, language }: Block) => `${file}:${line} (${language})`

/** Blocks that are not run here, and the test that covers each. */
const proven: Readonly<Record<string, string>> = {
  sh: 'read by a shell, below',
  powershell: 'test/docs/powershell.test.ts compares it with the shell block before it',
  'json invoice': 'test/docs/bills.test.ts sends it',
  'json refund_note': 'test/docs/bills.test.ts sends it',
  'json authority': 'test/docs/bills.test.ts compares it with what the authority got',
}

/** Pages about one task each. */
const taskPages = [
  'install',
  'configure',
  'command-line',
  'monitor',
  'back-up',
  'update',
  'consolidation',
  'head-office',
  'head-office-database',
  'head-office-network',
  'buyer-page',
  'performance',
  'recovery',
  'sizing',
  'versions',
  'remove',
  'security',
  'go-live',
  'rehearse',
  'webhooks',
  'e-mail',
  'drop-folder',
  'screens',
  'books',
]

const decisions = globSync('[0-9]*.md', { cwd: join(root, 'docs/decisions') }).toSorted()

describe('what they show besides', () => {
  test('is proven elsewhere, or says on its fence that it is only text', () => {
    const escaped = all.filter(({ mark, isRun }) => !isRun && !Object.hasOwn(proven, mark) && !/(^| )text$/.test(mark))
    expect(escaped.map((block) => `${nameOf(block)} “${block.mark}”`)).toEqual([])
    // Fails for a block that this test would overlook.
    const unfound = documents.filter((file) => codesIn(file) !== blocksIn(file).length)
    expect(unfound).toEqual([])
  })

  const shell = all.filter(({ isRun, language }) => language === 'sh' && !isRun)

  test.each(shell.map((block) => [nameOf(block), block] as const))('%s is sound for a shell', (_, { code }) => {
    expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })

  test('every script of npm they name is there', () => {
    const named = all.flatMap(({ code }) =>
      [...code.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name),
    )
    expect(named.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([])
  })
})

describe('the documents', () => {
  test('lead nowhere that is not there', () => {
    const dead = documents.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    )
    expect(dead).toEqual([])
  })

  test('list every decision, numbered without a gap', () => {
    const list = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
    expect([...list.matchAll(/\]\((\d.+?)\)/g)].map(([, name]) => name)).toEqual(decisions)
    expect(decisions.map((name) => Number(name.slice(0, 4)))).toEqual(decisions.map((_, index) => index + 1))
  })

  test('lead to no heading that is not there', () => {
    const slugs = new Map(documents.map((file) => [file, slugsOf(file)]))
    const dead = documents.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .filter(([, to = '', slug = '']) => !slugs.get(to === '' ? file : join(dirname(file), to))?.has(slug))
        .map(([, to, slug]) => `${file}: ${to}#${slug}`),
    )
    expect(dead).toEqual([])
  })

  test('tell of every command and of every exit code', () => {
    const page = readFileSync(join(root, 'docs', 'command-line.md'), 'utf8')
    const told = [...page.matchAll(/^\| `(.+?)` \|/gm)].map(([, usage = '']) => usage.replaceAll('\\|', '|'))
    // The page describes stdin in words beside the command.
    const usages = Object.keys(commands).map((name) => usageLineOf(name).replace(/ +\(.*\)$/, ''))
    expect(told.toSorted()).toEqual(usages.toSorted())
    for (const code of Object.values(exitCodes)) expect(page).toContain(`\n| ${code} | `)
  })

  test.each([
    ['README.md', 100],
    ['CONTRIBUTING.md', 150],
    ...decisions.map((name) => [`docs/decisions/${name}`, 40] as const),
    ...taskPages.map((name) => [`docs/${name}.md`, 120] as const),
  ] as const)('%s has at most %i lines', (file, most) => {
    expect(readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(most)
  })
})
