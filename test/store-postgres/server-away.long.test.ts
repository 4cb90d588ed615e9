import { describe, expect, test } from 'vitest'
import { Limits } from '../../electron/gateway/authority/myinvois/limits.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const rare = { everyMs: 3_600_000, atOnce: 100 }

describe.skipIf(why !== null)('while the database does not answer', () => {
  const here = postgresServer()

  test('nothing that was claimed leaves, and it goes on when it does', async () => {
    const { stores } = await here.shared(1)
    const lease = stores[0]?.claims.lease()
    await here.server.stop()
    expect(await lease?.isHeldThere()).toBe(false)
    await here.server.start()
    expect(await lease?.isHeldThere()).toBe(true)
  })

  test('nothing is asked that all processes may do only so often, and it goes on when it does', async () => {
    const { stores } = await here.shared(1)
    const { rateLimiter } = stores[0] ?? {}
    const limits = new Limits(1, systemClock, rateLimiter)
    expect(await limits.wait('submit', 'client')).toBeNull()
    await here.server.stop('at_once')
    expect(await rateLimiter?.take('submit', rare)).toBeNull()
    expect(await limits.wait('submit', 'client')).toBe(5_000)
    await here.server.start()
    await expect.poll(() => limits.wait('submit', 'client')).toBeNull()
  })
})
