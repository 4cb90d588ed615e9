import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { journalOf } from '../bench/fill.ts'
import { archiveAll, dayMs, liveOn } from '../support/closed-months.ts'
import { command, commandBeside } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { databaseIn, postgresServer } from '../support/postgres-stores.ts'
import { spawnGateway, spawnHeadOffice } from '../support/process.ts'
import { aCompany } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'resit-archive-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** A shop that sold in closed months, and a little of today. */
async function shopOfMonths(dataDir: string): Promise<void> {
  await (await spawnGateway(dataDir, { ...brisk, RESIT_DISPATCH: 'off' })).stop()
  const store = openSqliteStore(join(dataDir, 'resit.db'), await journalOf(dataDir))
  try {
    const now = Date.now()
    // What was set up just now stands before them in the journal, so they are told to be of the months to come.
    for (let n = 1; n <= 20; n += 1) await liveOn(store, n, now + n * 2 * dayMs)
    await archiveAll(store, now + 80 * dayMs)
  } finally {
    await store.upkeep.close()
  }
}

test('closed months are listed, copied with a backup and carried to another computer (ST13, AU6)', async () => {
  const inPlace = (name: string) => join(place, name)
  const [old, fresh, folder] = [inPlace('old'), inPlace('new'), inPlace('carried')]
  await shopOfMonths(old)
  const files = readdirSync(join(old, 'archive'))
  expect(files.length).toBeGreaterThanOrEqual(2)
  const gateway = await spawnGateway(old, { ...brisk, RESIT_DISPATCH: 'off' })
  try {
    const listed = await commandBeside(old, ['archive', 'list'])
    expect(listed.code, listed.stderr).toBe(0)
    for (const name of files) expect(listed.stdout).toContain(name)
    expect(await commandBeside(old, ['archive', 'make'])).toMatchObject({ code: 0 })
    const copied = await commandBeside(old, ['backup', join(place, 'stick.db')])
    expect(copied.stdout).toContain(`${files.length} file(s) of closed months`)
    expect(readdirSync(join(place, 'archive'))).toEqual(files)
    expect(await commandBeside(old, ['verify', '--whole'])).toMatchObject({ code: 0 })
  } finally {
    await gateway.stop()
  }
  expect(command(old, ['move-out', folder])).toMatchObject({ status: 0 })
  expect(command(fresh, ['move-in', folder])).toMatchObject({ status: 0 })
  expect(readdirSync(join(fresh, 'archive'))).toEqual(files)
  expect(command(fresh, ['verify'])).toMatchObject({ status: 0 })
  rmSync(join(fresh, 'archive', files[0] ?? ''))
  const verified = command(fresh, ['verify'])
  expect(verified.status).toBe(1)
  expect(verified.stdout + verified.stderr).toContain(files[0])
})

describe.skipIf(why !== null)('closed months of a head office', () => {
  const here = postgresServer()

  test('are archived, listed, and told of once one is gone and once it is back', async () => {
    const url = await here.server.database()
    const store = await openPostgresStore(url)
    const now = Date.now()
    await store.companies.save({ ...aCompany(), updatedAt: now - 90 * dayMs }, 'control')
    for (let n = 1; n <= 12; n += 1) await liveOn(store, n, now - (92 - 7 * n) * dayMs)
    await store.upkeep.close()
    const office = await spawnHeadOffice(place, { ...brisk, RESIT_DISPATCH: 'off', RESIT_POSTGRES_URL: url })
    try {
      const run = (...words: string[]) => commandBeside(place, words)
      expect((await run('archive', 'list')).stdout).toContain('No month is archived yet')
      for (let months = 0; months < 2; months += 1) expect(await run('archive', 'make')).toMatchObject({ code: 0 })
      const { stdout } = await run('archive', 'list')
      const months = stdout.trim().split('\n')
      expect(months.length, stdout).toBeGreaterThanOrEqual(2)
      for (const month of months) expect(month).toMatch(/^\d{4}-\d{2} DEMO \d+: \d+ KB$/)
      expect(await run('verify', '--whole')).toMatchObject({ code: 0 })
      const [month = ''] = /^\d{4}-\d{2}/.exec(stdout) ?? []
      const ask = (text: string) => here.server.ask(databaseIn(url), text)
      const table = `archive_${month.replace('-', '_')}`
      await ask(`ALTER TABLE archive_block DETACH PARTITION ${table}`)
      const gone = await run('verify', '--whole')
      expect(gone.code).toBe(1)
      expect(gone.stdout).toContain(`The closed month ${month} DEMO`)
      expect((await run('archive', 'list')).stdout).toContain('missing or damaged')
      expect((await run('doctor')).stdout).toContain(`${month} DEMO`)
      await ask(`ALTER TABLE archive_block ATTACH PARTITION ${table} FOR VALUES IN ('${month}')`)
      expect(await run('verify', '--whole')).toMatchObject({ code: 0 })
    } finally {
      await office.stop()
    }
  })
})
