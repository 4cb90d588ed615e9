import { describe, expect, test } from 'vitest'
import type { Ask } from '../../electron/gateway/store-postgres/ask.ts'
import { type Connections, connect, usualPatienceMs } from '../../electron/gateway/store-postgres/connect.ts'
import { GradualProof } from '../../electron/gateway/store-postgres/journal/prove-on.ts'
import { Servers } from '../../electron/gateway/store-postgres/servers.ts'
import { Writer } from '../../electron/gateway/store-postgres/writer.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf, noon } from '../support/records.ts'
import { happen, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a proof little by little', () => {
  const here = sharedPostgres()

  test('finds nothing wrong with a record that goes on between two of its looks', async () => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    const sale = await keep(store, insertion(1))
    const { read, reading, writing, close } = await connect(new Servers(url), usualPatienceMs)
    const clock = { now: () => noon, steadyMs: () => performance.now() }
    const writer = new Writer(writing, {
      newId: () => crypto.randomUUID(),
      committed: () => undefined,
      leaseMs: 60_000,
      clock,
      read,
    })
    let went = 0
    const meanwhile =
      (ask: Ask): Ask =>
      async (text, ...cells) => {
        const rows = await ask(text, ...cells)
        if (!text.startsWith('SELECT * FROM record') || went > 0) return rows as never
        went += 1
        await happen(store, sale, eventOf.voided)
        return rows as never
      }
    const interrupted: Pick<Connections, 'transact'> = {
      transact: (work, mode) => reading.transact((ask) => work(meanwhile(ask)), mode),
    }
    const proof = new GradualProof({
      read: meanwhile(read),
      reading: interrupted as Connections,
      writer,
    })
    for (let isRoundOver = false; !isRoundOver; ) {
      const step = await proof.goOn(noon)
      expect(step.findings).toEqual([])
      isRoundOver = step.isRoundOver
    }
    expect(went).toBe(1)
    await writer.close()
    await close()
  })
})
