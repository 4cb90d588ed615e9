import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drivesBeside } from '../../electron/gateway/features/upkeep/plan.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'

let place: string
let shop: TestGateway

beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'resit-plan-'))
  await begin()
})
afterEach(async () => {
  await shop.close()
  rmSync(place, { recursive: true })
})

async function begin(env: Environment = {}): Promise<void> {
  const stateFolder = join(place, 'state')
  shop = await startGateway({ dataDir: join(place, 'shop'), env, ports: { stateFolder } })
}
async function beginAgain(env: Environment = {}): Promise<void> {
  await shop.close({ keep: true })
  await begin(env)
}

interface Plan {
  readonly folder: string
  readonly backups: readonly { readonly file: string }[]
  readonly tried: { readonly outcome: string; readonly documents: number } | null
  readonly errors: readonly { readonly pointer: string; readonly code: string }[]
}
const plan = async () => (await operate<Plan>(shop, 'GET', '/backup/plan')).body
const choose = (folder: string | null, daily_at = '22:30') =>
  operate<Plan>(shop, 'POST', '/backup/plan', { folder, daily_at })
const copiesIn = (folder: string) =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('-copy'))
const logsIn = (folder: string) => copiesIn(folder).filter((name) => existsSync(join(folder, name, 'log.db')))

test('the copy goes where the owner chose, at once and after a restart', async () => {
  expect(await plan()).toMatchObject({
    folder: join(place, 'state'),
    is_reached: true,
    is_own_disk: true,
    daily_at: '03:00',
    tried: null,
  })
  const stick = join(place, 'stick')
  const chosen = await choose(stick)
  expect(chosen).toMatchObject({ status: 200, body: { folder: stick, daily_at: '22:30' } })
  await expect.poll(() => logsIn(stick)).toHaveLength(1)
  await expect.poll(async () => (await operate(shop, 'POST', '/backup', { file: null })).status).toBe(200)
  await beginAgain()
  expect(await plan()).toMatchObject({ folder: stick, daily_at: '22:30' })
  // By this file a restore finds the copy if the database is gone.
  expect(readdirSync(join(place, 'state')).filter((name) => name.endsWith('.json'))).toHaveLength(1)
})

test('a folder that takes no files is refused before anything changes, and a drive that is not there is not made', async () => {
  for (const folder of [join(place, 'unplugged', 'Resit'), 'stick', join(place, 'shop', 'resit.db', 'x')]) {
    const { status, body } = await choose(folder)
    expect([folder, status, body.errors]).toEqual([
      folder,
      422,
      [expect.objectContaining({ pointer: '/folder', code: 'file_not_written' })],
    ])
  }
  expect(existsSync(join(place, 'unplugged'))).toBe(false)
  // A name that was mistyped is no folder: a screen asks before it is made.
  const mistyped = { folder: join(place, 'stikc'), daily_at: '22:30' }
  const asked = await operate<Plan>(shop, 'POST', '/backup/plan', { ...mistyped, must_exist: true })
  expect(asked.body.errors).toEqual([expect.objectContaining({ pointer: '/folder', code: 'folder_missing' })])
  expect(existsSync(mistyped.folder)).toBe(false)
  expect(await plan()).toMatchObject({ folder: join(place, 'state') })
})

test('a folder that an administrator named stays, and only the time can be chosen', async () => {
  const told = join(place, 'told')
  await beginAgain({ RESIT_COPY_DIR: told })
  expect(await plan()).toMatchObject({ folder: told })
  expect((await choose(join(place, 'stick'))).body).toMatchObject({ code: 'installation_denied' })
  expect((await choose(told, '05:15')).body).toMatchObject({ folder: told, daily_at: '05:15' })
})

test('a trial of the backup is remembered with what it held', async () => {
  expect((await operate(shop, 'POST', '/backup/trial', {})).body).toMatchObject({ outcome: 'none' })
  const made = await operate<{ readonly file: string; readonly bytes: number }>(shop, 'POST', '/backup', { file: null })
  expect(made.body).toEqual({ file: expect.stringMatching(/backup-.+\.db$/), bytes: statSync(made.body.file).size })
  const tried = await operate<Plan['tried']>(shop, 'POST', '/backup/trial', {})
  expect(tried.body).toMatchObject({ outcome: 'sound', documents: 0, until: expect.any(String) })
  await beginAgain()
  expect((await plan()).tried).toEqual(tried.body)
})

test('the trial of one folder says nothing about another, and each folder offers its own backups', async () => {
  const { body: made } = await operate<Plan['backups'][number]>(shop, 'POST', '/backup', { file: null })
  await operate(shop, 'POST', '/backup/trial', {})
  expect(await plan()).toMatchObject({
    tried: { outcome: 'sound' },
    backups: [{ file: made.file, at: expect.any(String) }],
  })
  const chosen = (await choose(join(place, 'stick'))).body
  expect([chosen.tried, chosen.backups.some(({ file }) => file === made.file)]).toEqual([null, false])
  // The new folder has its first full backup at once.
  await expect
    .poll(async () => (await plan()).backups.map(({ file }) => file.startsWith(join(place, 'stick'))))
    .toEqual([true])
  expect((await choose(null)).body.tried).toMatchObject({ outcome: 'sound' })
})

test('drives are other disks with room, each with a folder for the copies', async () => {
  mkdirSync(join(place, 'same'))
  const shared = '/dev/shm'
  const isOther = existsSync(shared) && !place.startsWith(shared)
  const found = await drivesBeside(process.cwd(), [join(process.cwd(), 'build'), '/proc', ...(isOther ? [shared] : [])])
  expect(found.map(({ folder }) => folder)).toEqual(isOther ? [join(shared, 'Resit')] : [])
})
