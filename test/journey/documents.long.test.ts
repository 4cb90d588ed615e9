import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Block, blocksIn, documents } from '../docs/blocks.ts'
import { isHere, languages } from '../docs/languages.ts'
import { command, commandSources } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

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
