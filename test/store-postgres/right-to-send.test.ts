import { describe, expect, onTestFinished, test } from 'vitest'
import { RightToSend } from '../../electron/gateway/store-postgres/right-to-send.ts'
import { Servers } from '../../electron/gateway/store-postgres/servers.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('one process alone', () => {
  const here = sharedPostgres()

  test('sends what a database keeps, and another one once it has ended', async () => {
    const url = await here.server.database()
    const one = new RightToSend(new Servers(url), 'alone', () => undefined)
    const other = new RightToSend(new Servers(url), 'alone', () => undefined)
    onTestFinished(() => other.release())
    await one.hold()
    await expect(other.hold()).rejects.toMatchObject({ reason: 'sent_by_another' })
    await one.release()
    await other.hold()
    await other.hold()
  })

  test('hears that its right is gone, and that another has it', async () => {
    const url = await here.server.database()
    let lost = 0
    const one = new RightToSend(new Servers(url), 'alone', () => {
      lost += 1
    })
    const other = new RightToSend(new Servers(url), 'alone', () => undefined)
    onTestFinished(() => other.release())
    await one.hold()
    const text = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${databaseIn(url)}'`
    await here.server.ask('postgres', text)
    await expect.poll(() => lost).toBe(1)
    await other.hold()
    await expect(one.hold()).rejects.toMatchObject({ reason: 'sent_by_another' })
    await one.release()
  })

  test('keeps those out who would send beside it, and they keep it out', async () => {
    const url = await here.server.database()
    const [one, other] = [1, 2].map(() => new RightToSend(new Servers(url), 'beside_others', () => undefined))
    const alone = new RightToSend(new Servers(url), 'alone', () => undefined)
    onTestFinished(() => void Promise.all([one?.release(), other?.release()]))
    await alone.hold()
    await expect(one?.hold()).rejects.toMatchObject({ reason: 'sent_by_another' })
    await alone.release()
    await Promise.all([one?.hold(), other?.hold()])
    await expect(alone.hold()).rejects.toMatchObject({ reason: 'sent_by_another' })
  })

  test('keeps nothing from being sent from another database of the same server', async () => {
    const [one, other] = [await here.server.database(), await here.server.database()].map(
      (url) => new RightToSend(new Servers(url), 'alone', () => undefined),
    )
    await one?.hold()
    await expect(other?.hold()).resolves.toBeUndefined()
    await Promise.all([one?.release(), other?.release()])
  })
})
