import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMyInvois } from '../../electron/gateway/authority/myinvois/adapter.ts'
import { Limits } from '../../electron/gateway/authority/myinvois/limits.ts'
import { demoCompany } from '../../electron/gateway/features/companies/demo-company.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import type { BucketRate } from '../../electron/gateway/store/port/processes.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { databaseIn } from '../support/store-engine.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

/** What comes again in an hour: whatever is counted was taken. */
const rare: BucketRate = { everyMs: 3_600_000, atOnce: 100 }
const taken = { waitMs: 0, isHeld: false }

const company = demoCompany(Date.now()).profile
const taxpayer = { tin: company.tin, idType: company.idType, idNumber: company.idNumber }

/** A practice authority in the place of the real one, and one that sends to it for each store. */
async function sendingOver(stores: readonly SharedStore[]) {
  const practice = await startQuietAuthority({ rateScale: 1, companies: async () => [company] })
  onTestFinished(() => practice.close())
  const credentials = { ...practice.credentialsFor(company.tin), onBehalfOf: null }
  const addresses = { apiUrl: practice.url, identityUrl: practice.url, portalUrl: practice.url }
  const senders = stores.map(({ rateLimiter }) =>
    createMyInvois(
      { ...addresses, documentVersion: '1.0', requestTimeoutMs: 5_000, rateScale: 1, rateLimiter },
      async () => credentials,
      systemClock,
    ),
  )
  return { practice, senders, counts: () => practice.counts.list().find(({ api }) => api === 'validateTin') }
}

describe.skipIf(why !== null)('what may be done so often by all processes together', () => {
  const here = sharedPostgres()
  const permitsIn = async (url: string, key: string, { everyMs }: BucketRate) => {
    const text = `SELECT round(extract(epoch FROM whole_at - now()) * 1000 / ${everyMs}) AS taken FROM turn WHERE key = '${key}'`
    return Number((await here.server.ask(databaseIn(url), text))[0]?.['taken'])
  }

  test('is taken by one of them at a time, and by all together no more than there is', async () => {
    const { url, stores } = await here.shared(3)
    const asks = Array.from({ length: 50 }, () =>
      stores.map(({ rateLimiter }) => rateLimiter.take('submit', rare)),
    ).flat()
    const answers = await Promise.all(asks)
    expect(answers.filter((permit) => permit?.waitMs === 0)).toHaveLength(rare.atOnce)
    for (const permit of answers) expect(permit?.waitMs).toBeLessThanOrEqual(rare.everyMs)
    expect(await permitsIn(url, 'submit', rare)).toBe(rare.atOnce)
    expect(await stores[0]?.rateLimiter.take('another', rare)).toEqual(taken)
  })

  test('comes again with time, for three that never stop asking no faster than for one', async () => {
    const { stores } = await here.shared(3)
    const scale = 30
    // 100 a minute, of which a tenth at once, and the rest in 61 seconds.
    const [atOnce, everyMs] = [10 * scale, 61_000 / (90 * scale)]
    const all = stores.map(({ rateLimiter }) => new Limits(scale, systemClock, rateLimiter))
    const startedAt = performance.now()
    let gone = 0
    const takers = all.map(async (limits) => {
      while (performance.now() - startedAt < 4_000) {
        expect(await limits.wait('submit', 'client')).toBeNull()
        gone += 1
        // Heard later than it was granted, so that the bound holds however slow this machine is.
        expect(gone).toBeLessThanOrEqual(atOnce + (performance.now() - startedAt) / everyMs + 1)
      }
    })
    await Promise.all(takers)
    expect(gone).toBeGreaterThan(atOnce)
  })

  test('is neither lost nor had twice when a process is killed between asking and doing', async () => {
    const { url, stores } = await here.shared(2)
    const rate = { everyMs: 3_600_000, atOnce: 5_000 }
    const program = new URL('../support/permit-taker.ts', import.meta.url).pathname
    const children = [1, 2].map(() => {
      const child = spawn(process.execPath, [program, url, 'submit', JSON.stringify(rate)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let said = ''
      child.stdout.on('data', (piece: Buffer) => {
        said += piece.toString()
      })
      return { child, taken: () => said.split('\n').length - 1 }
    })
    onTestFinished(() => children.forEach(({ child }) => void child.kill('SIGKILL')))
    const counts = await Promise.all(stores.map((store) => takeUntil(store, () => children.every(isUnderWay))))
    for (const { child } of children) {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    }
    const heard = [...counts, ...children.map(({ taken }) => taken())].reduce((sum, count) => sum + count, 0)
    const gone = await permitsIn(url, 'submit', rate)
    // What the two had asked for and had not said yet when they were killed: one each.
    expect(gone).toBeGreaterThanOrEqual(heard)
    expect(gone).toBeLessThanOrEqual(heard + children.length)
    // The rest is there for the others, at once.
    const left = Array.from({ length: (rate.atOnce - gone) / 2 + 10 }, () =>
      stores.map(({ rateLimiter }) => rateLimiter.take('submit', rate)),
    ).flat()
    expect((await Promise.all(left)).filter((permit) => permit?.waitMs === 0)).toHaveLength(rate.atOnce - gone)

    function isUnderWay({ taken: count }: { readonly taken: () => number }) {
      return count() > 50
    }
    async function takeUntil({ rateLimiter }: SharedStore, isEnough: () => boolean) {
      let count = 0
      for (; !isEnough(); count += 1) expect(await rateLimiter.take('submit', rate)).toEqual(taken)
      return count
    }
  })

  test('is not waited for an hour where the server’s clock was set back by one, nor had twice', async () => {
    const { url, stores } = await here.shared(1)
    const rate = { everyMs: 60_000, atOnce: 5 }
    const take = () => stores[0]?.rateLimiter.take('submit', rate)
    expect(await take()).toEqual(taken)
    await here.server.ask(databaseIn(url), "UPDATE turn SET whole_at = whole_at + interval '1 hour'")
    expect(await take()).toEqual(taken)
    const { waitMs } = (await take()) ?? {}
    expect(waitMs).toBeGreaterThan(50_000)
    expect(waitMs).toBeLessThanOrEqual(60_000)
  })

  test('costs the disk no sync', async () => {
    const { url, stores } = await here.shared(1)
    const behind = async () => {
      await stores[0]?.rateLimiter.take('submit', rare)
      const text = 'SELECT pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() AS behind'
      return Number((await here.server.ask(databaseIn(url), text))[0]?.['behind'])
    }
    // The server writes it out by itself a moment later, so it is looked at more than once.
    await expect.poll(behind).toBeGreaterThan(0)
  })

  test('keeps three that send under one client id below what the authority counts', async () => {
    const { practice, senders, counts } = await sendingOver((await here.shared(3)).stores)
    // Each by itself would let thirty go at once: ninety of the sixty that the authority takes in a minute.
    for (let n = 0; n < 90; n += 1) void senders[n % 3]?.validateTaxpayer(company, taxpayer)
    await expect.poll(() => counts()?.total).toBeGreaterThanOrEqual(30)
    await pause(1_000)
    const counted = counts()
    expect(counted?.refused).toBe(0)
    expect(counted?.total).toBeLessThan(40)
    expect(practice.counts.wasAnyLimitExceeded()).toBe(false)
  })
  test('pauses and goes more slowly in all of them when the authority tells one of them that it is too much', async () => {
    const { practice, senders, counts } = await sendingOver((await here.shared(3)).stores)
    const validate = (n: number) => senders[n]?.validateTaxpayer(company, taxpayer)
    // Six a minute, of which nobody was told.
    await practice.faults.set({ kind: 'low_limits', share: 0.1 })
    for (let n = 0; n < 6; n += 1) expect(await validate(0)).toEqual({ kind: 'valid' })
    const told = await validate(0)
    expect(told).toMatchObject({ kind: 'throttled' })
    for (const n of [1, 2]) await expect.poll(() => validate(n)).toMatchObject({ kind: 'throttled' })
    const heard = await validate(2)
    // As long as the one that heard it, less what went by since.
    const left = (answer: unknown) => (answer as { readonly askedMs: number }).askedMs
    expect(left(heard)).toBeLessThanOrEqual(left(told))
    expect(left(heard)).toBeGreaterThan(left(told) - 10_000)
    expect(counts()).toMatchObject({ total: 7, refused: 1 })
  })

  test('takes twice as many permits of whoever is there after a refusal, then four times, and less by and by', async () => {
    const { url, stores } = await here.shared(2)
    const [one, two] = stores as readonly [SharedStore, SharedStore]
    const costOf = async ({ rateLimiter }: SharedStore) => {
      const before = await permitsIn(url, 'submit', rare)
      expect(await rateLimiter.take('submit', rare)).toEqual(taken)
      return (await permitsIn(url, 'submit', rare)) - before
    }
    const pass = (span: string) =>
      here.server.ask(databaseIn(url), `UPDATE turn SET refused_at = refused_at - interval '${span}'`)
    await one.rateLimiter.take('submit', rare)
    await one.rateLimiter.refused('submit', 1_000)
    expect(await two.rateLimiter.take('submit', rare)).toMatchObject({ isHeld: true })
    await pass('1 second')
    expect([await costOf(two), await costOf(one)]).toEqual([2, 2])
    await two.rateLimiter.refused('submit', 1_000)
    await pass('1 second')
    expect(await costOf(one)).toBe(4)
    await pass('5 minutes')
    expect(await costOf(two)).toBe(2)
    await pass('5 minutes')
    expect(await costOf(one)).toBe(1)
    // The server's clock was set back: nobody waits for it to come there again.
    await two.rateLimiter.refused('submit', 60_000)
    await pass('-1 hour')
    expect(await costOf(one)).toBe(1)
  })

  test('goes no more slowly for what was on its way when the first was refused', async () => {
    const { url, stores } = await here.shared(3)
    for (const { rateLimiter } of stores) await rateLimiter.refused('submit', 60_000)
    await here.server.ask(databaseIn(url), "UPDATE turn SET refused_at = refused_at - interval '1 minute'")
    await stores[0]?.rateLimiter.take('submit', rare)
    expect(await permitsIn(url, 'submit', rare)).toBe(2)
  })

  test('is held for as long as the longest of two refusals said', async () => {
    const { stores } = await here.shared(2)
    await stores[0]?.rateLimiter.refused('submit', 60_000)
    await stores[1]?.rateLimiter.refused('submit', 1_000)
    const { waitMs, isHeld } = (await stores[1]?.rateLimiter.take('submit', rare)) ?? {}
    expect(isHeld).toBe(true)
    expect(waitMs).toBeGreaterThan(30_000)
  })
})
