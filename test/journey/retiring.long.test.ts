import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tillAt } from '../desktop/till.ts'
import { stoppingAt } from '../support/checkpoints.ts'
import { command } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-retiring-'))
})
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(place, { recursive: true, force: true })
})

const gatewayProgram = fileURLToPath(new URL('../../electron/headless/main.ts', import.meta.url))
const resit = (dataDir: string, ...args: string[]) => command(dataDir, args)

/** Makes an accepted, unsent sale in a data directory on which no gateway runs. */
async function unsentSale(dataDir: string): Promise<string> {
  const held = await spawnGateway(dataDir, { ...brisk, RESIT_DISPATCH: 'off' })
  const { SALE_GUID } = await (await tillAt({ dataDir })).submit('M-1')
  await held.stop()
  return SALE_GUID
}

/** Whether the process is stopped. */
const isAsleep = ({ pid }: { readonly pid?: number | undefined }): boolean =>
  /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
const hasStates = existsSync('/proc/self/status')
if (!hasStates) console.warn('skipped: without /proc nobody sees that a process sleeps')

test('a retired installation never sends again, and its documents go on where its backup is restored', async () => {
  const [old, fresh, backup] = ['old', 'new', 'carried.db'].map((name) => join(place, name)) as [string, string, string]
  const held = await spawnGateway(old, { ...brisk, RESIT_DISPATCH: 'off' })
  const { SALE_GUID } = await (await tillAt({ dataDir: old })).submit('M-1')
  expect(resit(old, 'retire', backup).status).toBe(3)
  await held.stop()
  expect(resit(old, 'unsent').status).toBe(1)
  expect(resit(old, 'retire', backup)).toMatchObject({ status: 0 })
  expect(resit(old, 'unsent').status).toBe(0)
  await expect(spawnGateway(old)).rejects.toMatchObject({ exitCode: 2 })
  // Only a gateway makes a data directory.
  expect(resit(fresh, 'restore', backup)).toMatchObject({ status: 2 })
  await (await spawnGateway(fresh, { ...brisk })).stop()
  expect(resit(fresh, 'restore', backup)).toMatchObject({ status: 0 })
  const restored = await spawnGateway(fresh, { ...brisk })
  try {
    resit(fresh, 'verify')
    resit(fresh, 'trust', '--reason', 'moved')
    resit(fresh, 'resume')
    const till = await tillAt({ dataDir: fresh })
    await expect.poll(() => till.status(SALE_GUID)).toMatchObject({ STATUS: 'Valid' })
  } finally {
    await restored.stop()
  }
})

test('an installation of which no backup could be written is not retired', async () => {
  const old = join(place, 'old')
  await unsentSale(old)
  writeFileSync(join(place, 'carried.db'), 'another file')
  expect(resit(old, 'retire', join(place, 'carried.db')).status).not.toBe(0)
  await (await spawnGateway(old)).stop()
})

test('an installation that kept nothing has nothing unsent', () => {
  expect(resit(join(place, 'empty'), 'unsent')).toMatchObject({ status: 0 })
  expect(existsSync(join(place, 'empty'))).toBe(false)
})

test.runIf(hasStates)('a gateway that was starting when its installation was retired does not start', async () => {
  const old = join(place, 'old')
  await unsentSale(old)
  const late = spawn(process.execPath, [gatewayProgram, '--data-dir', old, '--port', '0', '--json'], {
    env: { ...process.env, ...brisk, ...stoppingAt('opening') },
    stdio: 'ignore',
  })
  started.push(late)
  const ended = once(late, 'exit') as Promise<[number | null]>
  await expect.poll(() => isAsleep(late)).toBe(true)
  expect(resit(old, 'retire', join(place, 'carried.db')).status).toBe(0)
  late.kill('SIGCONT')
  expect((await ended)[0]).toBe(2)
})

test('an administrator who removes the program for everybody is told of the documents of every account', async () => {
  const [own, other] = ['Aminah', 'Chong'].map((name) => join(place, 'Users', name, 'AppData', 'Local', 'Resit'))
  mkdirSync(join(place, 'Users', 'Public'), { recursive: true })
  mkdirSync(own ?? '', { recursive: true })
  const env = { PUBLIC: join(place, 'Users', 'Public'), ProgramData: join(place, 'ProgramData') }
  const everybody = () => command(own ?? '', ['unsent', '--everybody'], { env })
  expect(everybody()).toMatchObject({ status: 0 })
  await unsentSale(other ?? '')
  expect(everybody()).toMatchObject({ status: 1, stdout: expect.stringContaining('unsent 1,') })
  writeFileSync(join(other ?? '', 'resit.db'), 'not a database')
  expect(everybody().status).not.toBe(0)
})
