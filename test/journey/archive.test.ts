import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { journalOf } from '../bench/fill.ts'
import { archiveAll, dayMs, liveOn } from '../support/closed-months.ts'
import { command, commandBeside } from '../support/command-line.ts'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'

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
