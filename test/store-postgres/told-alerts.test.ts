import { describe, expect, test } from 'vitest'
import { AlertNotifier } from '../../electron/gateway/features/alerts/telling.ts'
import type { Log } from '../../electron/gateway/ports.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { someFacts } from '../features/health/facts.ts'
import { hangMs } from '../support/hang-limit.ts'
import { mailOff } from '../support/mail-server.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { noon } from '../support/records.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const tellerOver = (store: SharedStore) =>
  new AlertNotifier({
    ...store,
    dispatch: { wake: () => undefined },
    mailer: { settings: async () => mailOff },
    generation: () => store.sender.generation(),
    log: { error: () => undefined } as unknown as Log,
  })
const low = { code: 'disk_low', verdict: 'bad', companyGuid: null, since: noon, values: { free: '120' } } as const
const isSender = ({ sender }: SharedStore) => sender.generation() !== null

describe.skipIf(why !== null)('of two processes over one PostgreSQL', () => {
  const here = sharedPostgres()

  test('the one that sends tells an alert, and the one that takes over does not repeat it', async () => {
    const url = await here.server.database()
    const [one, other] = [await here.open(url, { sending: 'in_turn' }), await here.open(url, { sending: 'in_turn' })]
    await one.webhooks.add({ id: 'w', url: 'https://shop.example/', companyGuid: null, createdAt: noon }, 'control')
    const told = async () => (await other.acts.list(0, 100)).filter(({ type }) => type === 'alert_began').length
    const look = () =>
      Promise.all([one, other].map((store) => tellerOver(store).tell({ facts: someFacts(), alerts: [low] })))
    await expect.poll(() => [one, other].filter(isSender).length, { timeout: hangMs }).toBe(1)
    await look()
    expect(await told()).toBe(1)
    const [old, next] = isSender(one) ? [one, other] : [other, one]
    const generation = old.sender.generation() ?? 0
    await here.close(old)
    await expect.poll(() => isSender(next), { timeout: hangMs }).toBe(true)
    await tellerOver(next).tell({ facts: someFacts(), alerts: [low] })
    expect((await next.acts.list(0, 100)).filter(({ type }) => type === 'alert_began')).toHaveLength(1)
    // A process that slept still believes that it sends: the store takes nothing from it.
    const again = { cause: 'copy_old', alert: '{}', toldAt: noon, endedAt: null }
    const act = { at: noon, by: 'gateway', type: 'alert_began', facts: {} }
    await expect(next.toldAlerts.tell(again, null, { act, mailTo: '' }, generation)).rejects.toThrow(
      'another process sends by now',
    )
  })
})
