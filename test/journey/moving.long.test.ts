import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tillAt } from '../desktop/till.ts'
import { dyingAt, stoppingAt } from '../support/checkpoints.ts'
import { command, commandLine } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-moving-'))
})
const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(place, { recursive: true, force: true })
})

const gatewayProgram = fileURLToPath(new URL('../../electron/headless/main.ts', import.meta.url))
const resit = (dataDir: string, ...args: string[]) => command(dataDir, args)

/** A sale that was accepted and not sent, in a data directory that no gateway runs on. */
async function unsentSale(dataDir: string): Promise<string> {
  const held = await spawnGateway(dataDir, { ...brisk, RESIT_DISPATCH: 'off' })
  const { SALE_GUID } = await (await tillAt({ dataDir })).submit('M-1')
  await held.stop()
  return SALE_GUID
}

async function becomesValid(dataDir: string, saleGuid: string): Promise<void> {
  const moved = await spawnGateway(dataDir, { ...brisk })
  try {
    const till = await tillAt({ dataDir })
    await expect.poll(() => till.status(saleGuid), { timeout: 20_000 }).toMatchObject({ STATUS: 'Valid' })
  } finally {
    await moved.stop()
  }
}

/** Sleeps like a process that the system lets run no further. */
const isAsleep = ({ pid }: { readonly pid?: number | undefined }): boolean =>
  /^State:\s+T/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
const hasStates = existsSync('/proc/self/status')
if (!hasStates) console.warn('skipped: without /proc nobody sees that a process sleeps')

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
  expect(existsSync(join(place, 'empty'))).toBe(false)
})

describe('a computer that is moved away from while somebody starts it', () => {
  test.runIf(hasStates)(
    'refuses behind the lock, where it had looked before the move began',
    async () => {
      const [old, folder] = [join(place, 'old'), join(place, 'carried')]
      await unsentSale(old)
      const late = spawn(process.execPath, [gatewayProgram, '--data-dir', old, '--port', '0', '--json'], {
        env: { ...process.env, ...brisk, ...stoppingAt('opening') },
        stdio: 'ignore',
      })
      started.push(late)
      const ended = once(late, 'exit') as Promise<[number | null]>
      await expect.poll(() => isAsleep(late), { timeout: 20_000 }).toBe(true)
      expect(resit(old, 'move-out', folder).status).toBe(0)
      late.kill('SIGCONT')
      expect((await ended)[0]).toBe(2)
    },
    60_000,
  )

  test.runIf(hasStates)(
    'finds the mark before the first byte is copied, and the database taken',
    async () => {
      const [old, folder] = [join(place, 'old'), join(place, 'carried')]
      const sale = await unsentSale(old)
      const moving = spawn(process.execPath, [commandLine, 'move-out', folder, '--data-dir', old], {
        env: { ...process.env, ...stoppingAt('move_begun') },
        stdio: 'ignore',
      })
      started.push(moving)
      const ended = once(moving, 'exit') as Promise<[number | null]>
      await expect.poll(() => isAsleep(moving), { timeout: 20_000 }).toBe(true)
      expect(existsSync(folder)).toBe(false)
      await expect(spawnGateway(old)).rejects.toMatchObject({ exitCode: 2 })
      expect(resit(old, 'move-out', join(place, 'other')).status).toBe(3)
      moving.kill('SIGCONT')
      expect((await ended)[0]).toBe(0)
      expect(resit(join(place, 'new'), 'move-in', folder).status).toBe(0)
      await becomesValid(join(place, 'new'), sale)
    },
    90_000,
  )
})

describe('a move that is broken off', () => {
  test.each(['move_begun', 'move_copied', 'move_packed'] as const)(
    'at %s leaves nobody who sends, and is finished by doing it again',
    async (point) => {
      const [old, folder, fresh] = [join(place, 'old'), join(place, 'carried'), join(place, 'new')]
      const sale = await unsentSale(old)
      expect(command(old, ['move-out', folder], { env: dyingAt(point) }).signal).toBe('SIGKILL')
      await expect(spawnGateway(old)).rejects.toMatchObject({ exitCode: 2 })
      expect(resit(fresh, 'move-in', folder).status).toBe(2)
      const again = join(place, 'again')
      expect(resit(old, 'move-out', again).status).toBe(0)
      // Packed once is packed: what was whole already is the one folder there is.
      const whole = point === 'move_packed' ? folder : again
      expect([folder, again].filter((each) => existsSync(join(each, 'resit-move.json')))).toEqual([whole])
      expect(resit(old, 'move-out', join(place, 'third')).status).toBe(2)
      expect(existsSync(join(place, 'third'))).toBe(false)
      expect(resit(fresh, 'move-in', whole).status).toBe(0)
      await becomesValid(fresh, sale)
    },
    90_000,
  )

  test('while it comes in is finished by the computer that took the folder, and by no other', async () => {
    const [old, folder, fresh] = [join(place, 'old'), join(place, 'carried'), join(place, 'new')]
    const sale = await unsentSale(old)
    expect(resit(old, 'move-out', folder).status).toBe(0)
    expect(command(fresh, ['move-in', folder], { env: dyingAt('move_taken') }).signal).toBe('SIGKILL')
    await expect(spawnGateway(fresh)).rejects.toMatchObject({ exitCode: 4 })
    expect(resit(join(place, 'third'), 'move-in', folder).status).toBe(2)
    expect(resit(fresh, 'move-in', folder).status).toBe(0)
    expect(readdirSync(fresh).filter((name) => /arriving|moving-in/.test(name))).toEqual([])
    await becomesValid(fresh, sale)
  }, 90_000)
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
