import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { root } from '../../build/root.ts'
import { commands } from '../../electron/headless/cli/commands.ts'
import { exitCodes } from '../../electron/headless/exit-code.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Block, blocksIn, codesIn, documents } from '../docs/blocks.ts'
import { isHere, languages } from '../docs/languages.ts'
import { command, commandSources } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const all = documents.flatMap(blocksIn)
const run = all.filter(({ isRun }) => isRun)

let place: string
let gateway: GatewayProcess
let token: string
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-documents-'))
  gateway = await spawnGateway(place, { ...brisk, RESIT_LOG_LEVEL: 'error' })
  const made = command(place, ['token', 'create', '--name', 'T', '--scopes', 'submit,read,void,cancel', '--json'])
  ;({ token } = JSON.parse(made.stdout) as { readonly token: string })
})
afterAll(async () => {
  await gateway.stop('SIGKILL')
  rmSync(place, { recursive: true, force: true })
})

const nameOf = ({ file, line, language }: Block) => `${file}:${line} (${language})`

/** As it stands, but for the port and for where the commands and their files are. */
const asHere = ({ code }: Block) =>
  code
    .replaceAll('127.0.0.1:7510', `127.0.0.1:${gateway.port}`)
    .replaceAll('npm run -s resit --', `"${process.execPath}" "${commandSources}"`)

const goal: Readonly<Record<string, RegExp>> = {
  python: /Valid/,
  php: /Valid/,
  java: /^202 .*Valid/,
  js: /^202 .*Valid/,
  http: /^HTTP\/1\.1 202/,
}

describe('what the documents show works as it stands', () => {
  const toolOf = ({ language }: Block) => languages[language]?.tool ?? null
  const isMissing = (block: Block) => {
    const tool = toolOf(block)
    return tool !== null && !isHere(tool)
  }
  // A reader's machine may have less than CI installs; what is not run there is said.
  for (const block of run.filter(isMissing))
    console.warn(`${nameOf(block)} is NOT RUN: there is no ${toolOf(block)} on this machine.`)

  const runnable = run.filter((block) => !isMissing(block)).map((block) => [nameOf(block), block] as const)
  test.each(runnable)('%s', async (_, block) => {
    const folder = mkdtempSync(join(place, 'block-'))
    const env = { ...process.env, TOKEN: token, RESIT_DATA_DIR: place }
    const ran = await languages[block.language]?.run(asHere(block), { folder, env, port: gateway.port })
    expect(ran).toMatchObject({ code: 0 })
    expect(ran?.said).toMatch(goal[block.language] ?? /\S/)
  })

  test('in each of the languages we show, so that none is left out in silence', () => {
    expect([...new Set(run.map(({ language }) => language))].toSorted()).toEqual(Object.keys(languages).toSorted())
  })
})

/** What is not run here, and what proves it instead. */
const proven: Readonly<Record<string, string>> = {
  sh: 'read by a shell, below',
  csv: 'test/gateway/drop-folder.test.ts sends it',
  'json invoice': 'test/docs/bills.test.ts sends it',
  'json refund_note': 'test/docs/bills.test.ts sends it',
  'json authority': 'test/docs/bills.test.ts compares it with what the authority got',
}

describe('what they show besides', () => {
  test('is proven elsewhere, or says on its fence that it is only text', () => {
    const escaped = all.filter(({ mark, isRun }) => !isRun && !Object.hasOwn(proven, mark) && !/(^| )text$/.test(mark))
    expect(escaped.map((block) => `${nameOf(block)} “${block.mark}”`)).toEqual([])
    // A block that is not found cannot be looked at.
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

  test('tell of every command and of every exit code', () => {
    const operate = readFileSync(join(root, 'docs', 'operate.md'), 'utf8')
    const isTold = (name: string) => operate.includes(`| \`${name}\``) || operate.includes(`| \`${name} `)
    expect(Object.keys(commands).filter((name) => !isTold(name))).toEqual([])
    for (const code of Object.values(exitCodes)) expect(operate).toContain(`\n| ${code} | `)
  })

  test('begin with a page that fits on one: 120 lines', () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})
