import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callsOver, type Reached } from '../../electron/headless/cli/calls-over.ts'
import { exportDocumentsTo } from '../../electron/headless/cli/export.ts'
import { type FileProof, verifyFile } from '../../electron/headless/cli/verify-file.ts'
import { dayOf } from '../../shared/domain/calendar.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { invoice } from '../support/till.ts'

let shop: TestGateway
let folder: string
let rows: readonly string[]
const sales = 60
const today = dayOf(Date.now(), 'Asia/Kuala_Lumpur')

const fileOf = (name: string) => join(folder, name)
const reached = (): Reached => {
  const { gateway, port } = shop
  const call = callsOver(fetch, `http://127.0.0.1:${port}`, { env: {}, token: () => gateway.controlToken })
  return { isRunning: true, call, close: async () => undefined }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'resit-documents-'))
  shop = await startGateway()
  const api = apiOf(shop, await shop.token())
  for (let n = 0; n < sales; n += 1) {
    const { body } = await api.submit('sale', 'invoice', invoice(`d${n}`))
    if (n === 0) await api.until(body, 'Valid')
  }
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The file with its rows changed, proved again. */
async function proved(change: (rows: readonly string[]) => readonly string[]): Promise<FileProof> {
  const file = fileOf('changed.ndjson')
  writeFileSync(file, `${change(rows).join('\n')}\n`)
  return verifyFile(file)
}

describe('everything of some days in one file', () => {
  test('has every sale, the documents and the answers, page after page, and proves itself anywhere', async () => {
    const file = fileOf('documents.ndjson')
    const written = await exportDocumentsTo(reached(), { from: today, to: today, file })
    rows = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(rows.length).toBe(written.lines + 3)
    expect(written.lines).toBeGreaterThan(sales)
    expect(rows.filter((row) => row.includes('"body":')).length).toBe(sales)
    expect(rows.some((row) => row.includes('"outcome\\":'))).toBe(true)
    const { fingerprint, documents, ...proof } = await verifyFile(file)
    expect(proof).toEqual({ sound: true, findings: [], lines: written.lines, from: today, to: today })
    expect(fingerprint).toBe(written.fingerprint)
    expect(documents).toBeGreaterThan(0)
  })

  test.each<[string, (rows: readonly string[]) => readonly string[], RegExp]>([
    [
      'a sale of which a letter was changed',
      (all) => all.map((row) => row.replace('Kopi', 'Teh!')),
      /hash was made of/,
    ],
    [
      'a document that was changed',
      (all) => all.map((row) => row.replace('"document":"', '"document":" ')),
      /hash was made of/,
    ],
    ['a line that was taken out', (all) => all.filter((_, at) => at !== 5), /the line before line \d+ is missing/],
    ['an end that was cut off', (all) => all.slice(0, -1), /its end is missing/],
    ['a row behind its end', (all) => [...all, all[4] ?? ''], /more behind its end/],
    ['a row without an end', (all) => [...all.slice(0, 3), 'x'.repeat(9_000_000), ...all.slice(3)], /cannot be read/],
  ])('is told from one with %s (SE2, AU1)', async (_, change, sentence) => {
    const { sound, findings } = await proved(change)
    expect(sound).toBe(false)
    expect(findings.join('\n')).toMatch(sentence)
  })

  test('of days on which nothing happened says so, and never overwrites a file', async () => {
    const file = fileOf('empty.ndjson')
    expect(await exportDocumentsTo(reached(), { from: '2024-01-01', to: '2024-01-31', file })).toMatchObject({
      lines: 0,
    })
    expect(await verifyFile(file)).toMatchObject({ sound: true, lines: 0 })
    await expect(exportDocumentsTo(reached(), { from: today, to: today, file })).rejects.toThrow('choose another name')
    expect(await verifyFile(file)).toMatchObject({ sound: true, lines: 0 })
  })
})
