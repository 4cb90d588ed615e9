import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { RollbackCheck } from '../../electron/gateway/outbox/rollback-check.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aClock } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a process that begins beside others', () => {
  const here = sharedPostgres()
  const begin = async () => {
    const { stores } = await here.shared(2)
    const [one, other] = stores as readonly [SharedStore, SharedStore]
    const { record } = await keep(one, insertion(1))
    const there = { kind: 'same', uuid: eventOf.taken.uuid, submissionUid: eventOf.taken.submissionUid }
    const authority = {
      clock: aClock(noon + 60_000),
      ready: async () => ({ kind: 'go_on' }),
      lookUp: async () => ({ kind: 'answered', findings: new Map([[record.saleGuid, there]]) }),
    }
    const common = { clock: aClock(noon + 60_000), log: pino({ level: 'silent' }), authority }
    await new RollbackCheck({ ...other, ...common } as unknown as OutboxDeps, noon + 60_000).advise(
      aCompany(),
      () => {},
    )
    return other.journal.status()
  }

  test('sends nothing if what waits here is there, and no process here has sent it', async () => {
    expect((await begin()).findings).toMatchObject([{ code: 'rolled_back' }])
  })
})
