import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { PracticeOptions } from '../../../electron/gateway/authority/practice/practice.ts'
import { invoice } from './documents.ts'
import { practise, signedIn, stillClock, validDocument } from './support.ts'

function ledgerFile(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'practice-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return path.join(directory, 'practice.db')
}

const later = (ms: number): Partial<PracticeOptions> => ({
  clock: { now: () => stillClock.now() + ms, steadyMs: () => 0 },
})

test('documents are still there after a restart, their texts, states and reasons too', async () => {
  const file = ledgerFile()
  const before = await practise({ file })
  const client = await signedIn(before)
  const uuid = await validDocument(before, client)
  await client.cancel(uuid, 'Wrong buyer')
  const kept = before.ledger.document(uuid)
  await before.close()
  const after = await practise({ file })
  expect(after.ledger.document(uuid)).toEqual(kept)
  expect(after.ledger.textOf(uuid)).toBe(JSON.stringify(invoice()))
})

test('a validation under way at the stop is done after the restart', async () => {
  const file = ledgerFile()
  const before = await practise({ file })
  const { body } = await (await signedIn(before)).submit(invoice())
  await before.close()
  const after = await practise({ file, ...later(600) })
  await after.validateDue()
  const [document] = after.ledger.documents()
  expect(document).toMatchObject({ uuid: body.acceptedDocuments[0].uuid, status: 'Valid' })
})

test('the same payload is still a repetition after a restart', async () => {
  const file = ledgerFile()
  const before = await practise({ file })
  await (await signedIn(before)).submit(invoice())
  await before.close()
  const after = await practise({ file, ...later(60_000) })
  expect((await (await signedIn(after)).submit(invoice())).status).toBe(422)
})

test('a payload whose documents could not be kept is no repetition', async () => {
  const file = ledgerFile()
  const client = await signedIn(await practise({ file }))
  const disk = new Database(file)
  onTestFinished(() => void disk.close())
  disk.exec(`CREATE TRIGGER fails BEFORE INSERT ON document BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  expect((await client.submit(invoice())).status).toBe(500)
  disk.exec('DROP TRIGGER fails')
  expect((await client.submit(invoice())).status).toBe(202)
})
