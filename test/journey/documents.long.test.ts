import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../build/root.ts'
import { type LossyWay, startLossyWay } from '../clients/lossy-way.ts'
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
let way: LossyWay
let onFirst: (body: string) => void
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-documents-'))
  gateway = await spawnGateway(place, { ...brisk, RESIT_LOG_LEVEL: 'error' })
  const made = command(place, [
    'token',
    'create',
    '--name',
    'T',
    '--scopes',
    'submit,read,void,cancel,taxpayer',
    '--json',
  ])
  ;({ token } = JSON.parse(made.stdout) as { readonly token: string })
  way = await startLossyWay(gateway.port, (body) => onFirst(body))
})
afterAll(async () => {
  await way.close()
  await gateway.stop('SIGKILL')
  rmSync(place, { recursive: true, force: true })
})

const nameOf = ({ file, line, language }: Block) => `${file}:${line} (${language})`

/** A program is connected by a proxy that loses its first answer, which it has to cope with. */
const isProgram = ({ language }: Block) => ['python', 'php', 'java', 'js'].includes(language)

/** The block as it is, except for the port and the places of commands and files. */
const asHere = (block: Block) =>
  block.code
    .replaceAll('127.0.0.1:7510', isProgram(block) ? new URL(way.url).host : `127.0.0.1:${gateway.port}`)
    .replaceAll('npm run -s resit --', `"${process.execPath}" "${commandSources}"`)

const isInAFileOf = (folder: string, text: string) =>
  readdirSync(folder, { withFileTypes: true }).some(
    (each) => each.isFile() && readFileSync(join(folder, each.name), 'utf8').includes(text),
  )

const goal: Readonly<Record<string, RegExp>> = {
  python: /Valid/,
  php: /Valid/,
  java: /Valid/,
  js: /Valid/,
  http: /^HTTP\/1\.1 202/,
}

describe('what the documents show works as it stands', () => {
  const toolOf = ({ language }: Block) => languages[language]?.tool ?? null
  const isMissing = (block: Block) => {
    const tool = toolOf(block)
    return tool !== null && !isHere(tool)
  }
  // A developer's computer may lack programs that CI has. Skipped blocks are printed.
  for (const block of run.filter(isMissing))
    console.warn(`${nameOf(block)} is NOT RUN: there is no ${toolOf(block)} on this machine.`)

  const runnable = run.filter((block) => !isMissing(block)).map((block) => [nameOf(block), block] as const)
  test.each(runnable)('%s', async (_, block) => {
    const folder = mkdtempSync(join(place, 'block-'))
    // A reader also copies the files beside the document of a client.
    if (block.file.startsWith('clients/')) cpSync(join(root, dirname(block.file)), folder, { recursive: true })
    const isKept: boolean[] = []
    onFirst = (body) => isKept.push(isInAFileOf(folder, (JSON.parse(body) as { readonly SALE_GUID: string }).SALE_GUID))
    const start = performance.now()
    const env = { ...process.env, TOKEN: token, RESIT_DATA_DIR: place, INIT_CWD: folder }
    const ran = await languages[block.language]?.run(asHere(block), { folder, env, port: gateway.port })
    expect(ran).toMatchObject({ code: 0 })
    expect(ran?.said).toMatch(goal[block.language] ?? /\S/)
    if (!isProgram(block)) return
    // The sale is stored before its first byte is sent. Then there are two pauses: 2 s, and the time in Retry-After.
    expect(isKept).toEqual([true])
    expect(performance.now() - start).toBeGreaterThan(3_000)
  })

  test('in each of the languages we show, so that none is left out in silence', () => {
    expect([...new Set(run.map(({ language }) => language))].toSorted()).toEqual(Object.keys(languages).toSorted())
  })
})
