import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LastSentBatches } from '../../electron/gateway/installation/sent-mark.ts'

const minuteMs = 60_000
const noon = Date.UTC(2026, 10, 2, 4)
const claimed = { stored: { seq: 7, record: { companyGuid: 'kedai' } }, attempt: { id: 'last' } } as Parameters<
  LastSentBatches['note']
>[0]

test('what left last is known for two minutes, and only to a database that has it (ST13, QR23)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'resit-mark-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const has = (...ids: readonly string[]) => ({
    attempts: async (seq: number) => (seq === 7 ? ids.map((id) => ({ id }) as never) : []),
  })
  const mark = new LastSentBatches(join(folder, 'state', 'shop'))
  const isKept = (at: number, ids = ['first', 'last'], company = 'kedai') => mark.isKept(company, has(...ids), at)
  expect(await isKept(noon)).toBe(false)
  mark.note(claimed, noon)
  expect(await isKept(noon + minuteMs)).toBe(true)
  expect(await isKept(noon + minuteMs, ['first'])).toBe(false)
  expect(await isKept(noon + minuteMs, ['last'], 'warung')).toBe(false)
  expect(await isKept(noon + 3 * minuteMs)).toBe(false)
  expect(await isKept(noon - 3 * minuteMs)).toBe(false)
  const [name = ''] = readdirSync(join(folder, 'state'))
  for (const torn of ['', '7', '7 last']) {
    writeFileSync(join(folder, 'state', name), torn)
    expect(await isKept(noon)).toBe(false)
  }
})
