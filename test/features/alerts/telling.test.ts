import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AlertNotifier, type AlertNotifierDeps } from '../../../electron/gateway/features/alerts/telling.ts'
import type { RaisedAlert } from '../../../electron/gateway/features/health/monitor.ts'
import type { Log } from '../../../electron/gateway/ports.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import type { AlertCode } from '../../../shared/domain/alert.ts'
import { mailOff } from '../../support/mail-server.ts'
import { hourMs, noon } from '../../support/records.ts'
import { storeOnFile } from '../../support/store-on-file.ts'
import { aCompany, type Opened } from '../../support/stores.ts'
import { companyGuid, minuteMs, someFacts } from '../health/facts.ts'

let opened: Opened
let store: Opened['store']
beforeEach(async () => {
  opened = await storeOnFile(openSqliteStore)()
  store = opened.store
  await store.companies.save(aCompany(), 'control')
  await store.webhooks.add({ id: 'w', url: 'https://shop.example/', companyGuid: null, createdAt: noon }, 'control')
})
afterEach(() => opened.close())

const broken = (facts: object, text: string) => {
  throw new Error(`${text}: ${JSON.stringify(facts)}`)
}
const teller = (over: Partial<AlertNotifierDeps> = {}) =>
  new AlertNotifier({
    ...store,
    dispatch: { wake: () => undefined },
    mailer: { settings: async () => mailOff },
    generation: () => 1,
    log: { error: broken } as unknown as Log,
    ...over,
  })
const raised = (code: AlertCode): RaisedAlert => ({
  code,
  verdict: 'warning',
  companyGuid,
  since: noon,
  values: { company: 'DEMO', since: '2026-11-20', by: 'Ravi' },
})
const paused = raised('sending_paused')

type Facts = Parameters<typeof someFacts>[0]
/** What stands at a look, so many minutes after noon. */
const look = (telling: AlertNotifier, minutes: number, alerts: readonly RaisedAlert[], facts: Facts = {}) =>
  telling.tell({ facts: someFacts({ at: noon + minutes * minuteMs, ...facts }), alerts })
const told = async () =>
  (await store.acts.list(0, 100)).flatMap(({ type, facts }) =>
    type.startsWith('alert_') ? [`${type} ${String(facts['code'])}`] : [],
  )
const [began, ended] = ['alert_began sending_paused', 'alert_ended sending_paused']

describe('alerts', () => {
  test('are told once when they begin and once when they end, with a sentence', async () => {
    const telling = teller()
    for (const minutes of [0, 1, 60]) await look(telling, minutes, [paused])
    expect(await told()).toEqual([began])
    expect((await store.acts.latest(null, 1))[0]?.facts).toEqual({
      code: 'sending_paused',
      verdict: 'warning',
      company: 'DEMO',
      since: '2026-11-20T04:00:00.000Z',
      message: expect.stringContaining('Sending is paused (DEMO)'),
      values: paused.values,
    })
    for (const minutes of [60.5, 61, 62]) await look(telling, minutes, [])
    expect(await told()).toEqual([began, ended])
  })

  test('of the same cause are told at most once a day, also by a process that has just started', async () => {
    await look(teller(), 0, [paused])
    await look(teller(), 1, [paused])
    expect(await told()).toEqual([began])
    // Some alerts are raised only a quarter of an hour after a start, so none ends before that.
    await look(teller(), 2, [], { awakeMs: 2 * minuteMs })
    expect(await told()).toEqual([began])
    await look(teller(), 22, [], { awakeMs: 20 * minuteMs })
    expect(await told()).toEqual([began, ended])
    for (const minutes of [23, 60, 23 * 60]) await look(teller(), minutes, [paused])
    expect(await told()).toEqual([began, ended])
    await look(teller(), 24 * 60, [paused])
    expect(await told()).toEqual([began, ended, began])
    await look(teller(), 24 * 60, [raised('needs_person')])
    expect(await told()).toContain('alert_began needs_person')
  })

  test('that were seen before the machine slept do not end when it wakes', async () => {
    const telling = teller()
    await look(telling, 0, [paused])
    await look(telling, 8 * 60, [], { awakeMs: 0 })
    expect(await told()).toEqual([began])
  })

  test('wait for the end of the quiet hours, unless they are urgent', async () => {
    const telling = teller({ mailer: { settings: async () => ({ ...mailOff, quiet_hours: '11:00-13:00' }) } })
    await look(telling, 0, [paused, raised('disk_low')])
    expect(await told()).toEqual(['alert_began disk_low'])
    await look(telling, 30, [paused])
    expect(await told()).toEqual(['alert_began disk_low'])
    await look(telling, 60, [paused])
    expect(await told()).toEqual(['alert_began disk_low', began, 'alert_ended disk_low'])
  })

  test('are told by the process that sends alone, and of two that believe it, by one', async () => {
    await look(teller({ generation: () => null }), 0, [paused])
    expect(await told()).toEqual([])
    await Promise.all([look(teller(), 0, [paused]), look(teller(), 0, [paused])])
    expect(await told()).toEqual([began])
  })

  test.each(['failing', 'full'] as const)('are not told while nothing can be noted (%s)', async (state) => {
    await look(teller(), 0, [paused], { storage: { state, cause: null } })
    expect(await told()).toEqual([])
    await look(teller(), 1, [paused])
    expect(await told()).toEqual([began])
  })

  test('that stand are told to a receiver that comes later', async () => {
    await look(teller(), 0, [paused])
    await store.webhooks.remove('w', noon, 'control')
    await look(teller(), 1, [paused])
    const target = { id: 'x', url: 'https://other.example/', companyGuid: null, createdAt: noon + hourMs }
    await store.webhooks.add(target, 'control')
    await look(teller(), 2, [paused])
    expect(await told()).toEqual([began, began])
  })
})
