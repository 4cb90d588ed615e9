import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { startChain } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { send } from '../support/people.ts'

type Outlets = OperatorAnswer<'listOutlets'>
const outletsOf = async (office: TestGateway) => (await operate<Outlets>(office, 'GET', '/outlets')).body.items

test('a head office hears how an outlet stands, and that somebody closed it', async () => {
  const chain = await startChain()
  await expect.poll(() => outletsOf(chain.office)).toMatchObject([{ state: 'open', verdict: 'good', unsent: 0 }])
  await chain.shop.close()
  await expect.poll(() => outletsOf(chain.office)).toMatchObject([{ state: 'closed' }])
  await chain.office.close()
})

const minuteMs = 60_000
const report = {
  version: '2.0.0',
  at: '2026-11-20T04:00:00.000Z',
  verdict: 'warning',
  alerts: ['of_a_later_version'],
  unsent: 3,
  oldest_unsent_at: '2026-11-20T03:50:00.000Z',
  in_doubt: 1,
  unconsolidated: 12,
  needs_person: 0,
  closing: false,
}

describe('an outlet', () => {
  let office: TestGateway
  let bearer: string
  beforeAll(async () => {
    office = await startGateway()
    bearer = await office.token({ scopes: ['submit', 'read'] })
  })
  afterAll(() => office.close())

  const says = (more: object) =>
    send(office, 'POST', '/operator/v1/outlets/reports', { bearer, body: { ...report, ...more } })
  /** What it said is so old now. */
  const ago = async (ms: number) => {
    const { tokens } = office.gateway.store
    for (const { id, report: said, heardAt } of await tokens.reports()) await tokens.reported(id, said, heardAt - ms)
  }
  const alert = async () => {
    const { body } = await operate<OperatorAnswer<'health'>>(office, 'GET', '/health')
    return body.alerts.find(({ code }) => code === 'outlet_silent') ?? null
  }

  test('of a later version is shown with what is known here', async () => {
    const at = new Date(Date.now() + 5 * minuteMs).toISOString()
    expect((await says({ at, of_later: true })).status).toBe(200)
    const [outlet, ...others] = await outletsOf(office)
    const { closing: _, ...shown } = report
    expect(outlet).toMatchObject({ ...shown, at, state: 'open' })
    expect(Math.round((outlet?.clock_ahead_ms ?? 0) / minuteMs)).toBe(5)
    expect(others).toEqual([])
    expect(await alert()).toBeNull()
  })

  test('that is not heard of is an alarm, with its name and since when, until it is heard of again', async () => {
    await says({})
    await ago(20 * minuteMs)
    const [outlet] = await outletsOf(office)
    expect(outlet?.state).toBe('silent')
    expect((await alert())?.message).toContain(`${outlet?.name}: not heard of since ${outlet?.heard_at}`)
    await says({})
    expect(await alert()).toBeNull()
  })

  test('that was closed is none for a long weekend, and is one after it', async () => {
    await says({ closing: true })
    await ago(3 * 24 * 60 * minuteMs)
    expect((await outletsOf(office))[0]?.state).toBe('closed')
    expect(await alert()).toBeNull()
    await ago(2 * 24 * 60 * minuteMs)
    expect((await outletsOf(office))[0]?.state).toBe('silent')
    expect(await alert()).not.toBeNull()
  })

  test('whose token was revoked is shown no more', async () => {
    await says({})
    const [outlet] = await outletsOf(office)
    await operate(office, 'POST', '/tokens/revocation', { id: outlet?.id })
    expect(await outletsOf(office)).toEqual([])
  })

  test('says what it says as it must be said', async () => {
    const other = await office.token({ scopes: ['submit'] })
    const ask = { bearer: other, body: { ...report, unsent: -1 } }
    expect(await send(office, 'POST', '/operator/v1/outlets/reports', ask)).toMatchObject({ status: 422 })
    const reader = await office.token({ scopes: ['read'] })
    expect((await send(office, 'POST', '/operator/v1/outlets/reports', { bearer: reader, body: report })).status).toBe(
      403,
    )
  })
})
