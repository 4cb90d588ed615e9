import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { transition } from '../../electron/gateway/outbox/transition.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { decideVoid } from '../../shared/domain/decide-void.ts'
import { judge } from '../faults/oracle.ts'
import { companyOf } from '../support/chain-companies.ts'
import { expectClean } from '../support/expect-clean.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { Senders } from '../support/senders.ts'
import { startSlowAuthority } from '../support/slow-authority.ts'
import { insertion, keep } from '../support/stores.ts'
import { invoice } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const [sales, rounds, outlets] = [800, 24, 20]
const leaseMs = 1_500
/** Well over what a claim of a process that stands still can be counted on. */
const quarantineMs = 6_000

describe.skipIf(why !== null)('three processes over one PostgreSQL', () => {
  const here = postgresServer()

  test('that are killed and stand still while they send lose nothing, send nothing twice and nothing that was voided', async () => {
    const companies = Array.from({ length: outlets }, (_, n) => companyOf(n))
    const { practice, url: authorityUrl } = await startSlowAuthority(companies, 600)
    const credentials = Object.fromEntries(companies.map(({ profile: { tin } }) => [tin, practice.credentialsFor(tin)]))
    const postgresUrl = await here.server.database()
    const store = await here.open(postgresUrl, { leaseMs })
    for (const company of companies) await store.companies.save(company, 'control')
    const senders = new Senders({ postgresUrl, authorityUrl, leaseMs, quarantineMs, credentials })
    onTestFinished(() => senders.end())
    await senders.begin(3)

    const saleGuids: string[] = []
    const voided = new Set<string>()
    const mishaps = { areOver: false }
    const selling = (async () => {
      for (let n = 0; n < sales || !mishaps.areOver; n += 1) {
        const { companyGuid, companyCode } = companies[n % outlets]?.profile ?? {}
        if (!companyGuid || !companyCode) throw new Error('no company')
        const body = Buffer.from(JSON.stringify(invoice(String(n))))
        const saleGuid = systemRandomness.guid()
        const names = { companyGuid, companyCode, saleGuid, issuedAt: Date.now() - 60_000 }
        const kept = await keep(store, insertion(n, names, { at: Date.now(), body }))
        saleGuids.push(saleGuid)
        if (n % 7 === 0) {
          const after = await transition(store.records, kept, (record) => {
            const decision = decideVoid(record, { by: 'person:Aini', at: Date.now() })
            return decision.kind === 'happens' ? decision : { kind: 'unchanged' }
          })
          if (after?.record.phase === 'voided') voided.add(saleGuid)
        }
        await pause(mishaps.areOver ? 0 : (rounds * 2_000) / sales)
      }
    })()
    for (let round = 0; round < rounds; round += 1) {
      await pause(700)
      if (round % 2 === 0) await Promise.all([senders.standStill(round, 2 * leaseMs + 500), senders.kill(round + 1)])
      else await senders.kill(round)
    }
    mishaps.areOver = true
    await selling
    await expect.poll(() => store.schedule.lanes(), { interval: 500 }).toEqual([])

    const judgement = await judge({
      store,
      documents: practice.ledger.documents(),
      saleGuids,
      cancelledOnPortal: new Set(),
      told: { voided, cancelled: new Set() },
    })
    const doubted = await here.server.ask(
      new URL(postgresUrl).pathname.slice(1),
      "SELECT count(*) AS count FROM event WHERE type = 'doubted'",
    )
    process.stdout.write(
      `${saleGuids.length} sales, ${JSON.stringify(judgement.statuses)}, ${JSON.stringify(senders.mishaps)}, in doubt ${String(doubted[0]?.['count'])} times\n`,
    )
    expectClean(judgement)
    expect(judgement.unnoticed).toBe(0)
    expect(Number(doubted[0]?.['count'])).toBeGreaterThan(0)
    expect(
      await here.server.ask(
        new URL(postgresUrl).pathname.slice(1),
        "SELECT record_seq FROM outbox WHERE work = 'settle'",
      ),
    ).toEqual([])
  })
})
