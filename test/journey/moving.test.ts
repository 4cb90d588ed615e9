import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tillAt } from '../desktop/till.ts'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-moving-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const program = fileURLToPath(new URL('../../electron/headless/cli/main.ts', import.meta.url))
const resit = (dataDir: string, ...args: string[]) =>
  spawnSync(process.execPath, [program, ...args, '--data-dir', dataDir], { encoding: 'utf8', env: process.env })

test('documents move to another computer with their history, and the old one sends nothing more', async () => {
  const [old, fresh, folder] = ['old', 'new', 'carried'].map((name) => join(place, name)) as [string, string, string]
  const held = await spawnGateway(old, { ...brisk, RESIT_DISPATCH: 'off' })
  const { SALE_GUID } = await (await tillAt({ dataDir: old })).submit('M-1')
  expect(resit(old, 'move-out', folder).status).toBe(3)
  await held.stop()
  expect(resit(old, 'unsent').status).toBe(1)
  expect(resit(old, 'move-out', folder)).toMatchObject({ status: 0 })
  expect(resit(old, 'unsent').status).toBe(0)
  await expect(spawnGateway(old)).rejects.toMatchObject({ exitCode: 2 })
  expect(resit(fresh, 'move-in', folder)).toMatchObject({ status: 0 })
  expect(resit(join(place, 'third'), 'move-in', folder).status).toBe(2)
  const moved = await spawnGateway(fresh, { ...brisk })
  const till = await tillAt({ dataDir: fresh })
  await expect.poll(() => till.status(SALE_GUID)).toMatchObject({ STATUS: 'Valid' })
  await moved.stop()
  expect(resit(fresh, 'unsent').status).toBe(0)
  expect(existsSync(join(folder, 'resit-move.json'))).toBe(false)
}, 120_000)

test('an installation that kept nothing has nothing unsent', () => {
  expect(resit(join(place, 'empty'), 'unsent')).toMatchObject({ status: 0 })
})
