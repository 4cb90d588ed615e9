import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demoCompanyAt, demoCompanyRequest } from '../../electron/gateway/features/companies/demo-company.ts'
import { askAt } from '../support/ask-at.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { spawnHeadOffice } from '../support/process.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

/** At the authority's pace, a search through this many takes more than half a minute. */
const sentBefore = 600
/** After this time another process notices that it follows the sender. */
const followingMs = 25_000

describe.skipIf(why !== null)('two processes over one PostgreSQL', () => {
  const here = postgresServer()

  test('of which the sender is killed send the next document within half a minute, at the authority’s own pace', async () => {
    const practice = await startQuietAuthority({ rateScale: 1, validationMs: 0 })
    onTestFinished(() => practice.close())
    const { clientId, clientSecret } = practice.credentialsFor(demoCompanyAt(0).profile.tin)
    const env = {
      RESIT_POSTGRES_URL: await here.server.database(),
      RESIT_AUTHORITY: 'myinvois',
      RESIT_MYINVOIS_API_URL: practice.url,
      RESIT_MYINVOIS_CLIENT_ID: clientId,
      RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
      RESIT_SCREENS: 'off',
    }
    const begin = async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'resit-following-'))
      const process = await spawnHeadOffice(dataDir, env)
      onTestFinished(async () => {
        await process.stop('SIGKILL')
        rmSync(dataDir, { recursive: true, force: true })
      })
      return { process, ask: askAt(dataDir, process.port) }
    }
    const [sender, next] = [await begin(), await begin()]
    expect((await sender.ask('/operator/v1/companies', { body: demoCompanyRequest }))?.status).toBe(200)
    const sell = async ({ ask }: Pick<typeof next, 'ask'>, number: number) =>
      expect((await ask('/v1/sale/invoice_submission', { body: invoice(`f${number}`) }))?.status).toBe(202)
    for (let number = 0; number < sentBefore; number += 10)
      await Promise.all(Array.from({ length: 10 }, (_, at) => sell(sender, number + at)))
    const there = () => practice.ledger.documents().length
    await expect.poll(there, { interval: 250 }).toBe(sentBefore)
    await pause(followingMs)

    const killedAt = performance.now()
    await sender.process.stop('SIGKILL')
    await sell(next, sentBefore)
    await expect.poll(there, { interval: 100 }).toBe(sentBefore + 1)
    const tookMs = performance.now() - killedAt
    process.stdout.write(`the next document left ${Math.round(tookMs)} ms after the sender was killed\n`)
    expect(tookMs).toBeLessThan(30_000)
  })
})
