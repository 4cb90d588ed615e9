import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { transition } from '../../electron/gateway/outbox/transition.ts'
import { systemRandomness } from '../../electron/gateway/platform/system.ts'
import { decideVoid } from '../../shared/domain/person-acts.ts'
import { judge } from '../faults/oracle.ts'
import { companyOf } from '../support/chain-companies.ts'
import { expectClean } from '../support/expect-clean.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { Senders } from '../support/senders.ts'
import { startSlowAuthority } from '../support/slow-authority.ts'
import { insertion, keep } from '../support/stores.ts'
import { invoice, invoiceTotal } from '../support/till.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const [sales, outlets] = [800, 20]
/** Each happens at another step of the sender, because the authority answers slowly. */
const mishaps = (['SIGKILL', 'SIGKILL', 'SIGSTOP', 'SIGKILL'] as const).flatMap((one) => [one, one])
const quarantineMs = 6_000
/** Another process takes over the sending within this time. */
const mostGapMs = 30_000

describe.skipIf(why !== null)('three processes over one PostgreSQL', () => {
  const here = postgresServer()

  test('of which the sender is killed and stands still lose nothing, send nothing twice and nothing that was voided', async () => {
    const companies = Array.from({ length: outlets }, (_, n) => companyOf(n))
    const { practice, url: authorityUrl } = await startSlowAuthority(companies, 600)
    const credentials = Object.fromEntries(companies.map(({ profile: { tin } }) => [tin, practice.credentialsFor(tin)]))
    const postgresUrl = await here.server.database()
    const store = await here.open(postgresUrl)
    for (const company of companies) await store.companies.save(company, 'control')
    const senders = new Senders({ postgresUrl, authorityUrl, quarantineMs, credentials })
    onTestFinished(() => senders.end())
    await senders.begin(3)

    const saleGuids: string[] = []
    const voided = new Set<string>()
    const befalling = { isOver: false }
    const selling = (async () => {
      for (let n = 0; n < sales || !befalling.isOver; n += 1) {
        const { companyGuid, companyCode } = companies[n % outlets]?.profile ?? {}
        if (!companyGuid || !companyCode) throw new Error('no company')
        const body = Buffer.from(JSON.stringify(invoice(String(n))))
        const saleGuid = systemRandomness.guid()
        const names = { companyGuid, companyCode, saleGuid, totalPayable: invoiceTotal, issuedAt: Date.now() - 60_000 }
        const kept = await keep(store, insertion(n, names, { at: Date.now(), body }))
        saleGuids.push(saleGuid)
        if (n % 7 === 0) {
          const after = await transition(store.records, kept, (record) => {
            const decision = decideVoid(record, { by: 'person:Aini', at: Date.now() })
            return decision.kind === 'happens' ? decision : { kind: 'unchanged' }
          })
          if (after?.record.phase === 'voided') voided.add(saleGuid)
        }
        await pause(befalling.isOver ? 0 : 60)
      }
    })()
    for (const mishap of mishaps) {
      await pause(700)
      await senders.befall(mishap)
    }
    befalling.isOver = true
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
      "SELECT count(*) AS count FROM event WHERE type = 'outcome_unknown'",
    )
    process.stdout.write(
      `${saleGuids.length} sales, ${JSON.stringify(judgement.statuses)}, none sent for ${JSON.stringify(senders.gapsMs)} ms, in doubt ${String(doubted[0]?.['count'])} times\n`,
    )
    expectClean(judgement)
    expect(judgement.unnoticed).toBe(0)
    expect(Math.max(...Object.values(senders.gapsMs).flat())).toBeLessThan(mostGapMs)
    expect(Number(doubted[0]?.['count'])).toBeGreaterThan(0)
    expect(
      await here.server.ask(new URL(postgresUrl).pathname.slice(1), "SELECT seq FROM record WHERE work = 'settle'"),
    ).toEqual([])
  })
})
