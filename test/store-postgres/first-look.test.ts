import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { FirstLook } from '../../electron/gateway/outbox/first-look.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aClock } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a process that begins beside others', () => {
  const here = sharedPostgres()
  const begin = async (meanwhile: (store: SharedStore) => Promise<void>) => {
    const { stores } = await here.shared(2)
    const [one, other] = stores as readonly [SharedStore, SharedStore]
    const { record } = await keep(one, insertion(1))
    const there = { kind: 'same', uuid: eventOf.taken.uuid, submissionUid: eventOf.taken.submissionUid }
    const authority = {
      ready: async () => ({ kind: 'go_on' }),
      async lookUp() {
        await meanwhile(one)
        return { kind: 'answered', findings: new Map([[record.saleGuid, there]]) }
      },
    }
    const common = { clock: aClock(noon + 60_000), log: pino({ level: 'silent' }), authority }
    const advice = await new FirstLook({ ...other, ...common } as unknown as OutboxDeps, noon + 60_000).advise(
      aCompany(),
      () => {},
    )
    return { advice, journal: await other.journal.status() }
  }

  test('takes what another sends meanwhile for no sign that the database is older than what happened', async () => {
    const { advice, journal } = await begin(async (one) => {
      const [due] = await one.schedule.due('send', aCompany().profile.companyGuid, noon + 60_000, 1)
      if (!due) throw new Error('nothing is due')
      await happen(one, due, eventOf.claimed)
    })
    expect(advice).toEqual({ kind: 'go_on' })
    expect(journal.findings).toEqual([])
  })

  test('sends nothing where what waits here is there, and nobody here has sent it', async () => {
    const { journal } = await begin(async () => undefined)
    expect(journal.findings).toMatchObject([{ code: 'rolled_back' }])
  })
})
