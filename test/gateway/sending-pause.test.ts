import { afterEach, describe, expect, test } from 'vitest'
import { healthSchema, queueSchema } from '../../shared/api/operator/health.ts'
import { languages } from '../../shared/words/words.ts'
import { apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { send } from '../support/people.ts'
import { companyGuid, invoice } from '../support/till.ts'

let shop: TestGateway
afterEach(() => shop.close())

const operate = (method: 'GET' | 'POST', path: string, body?: object, bearer = shop.gateway.controlToken) =>
  send(shop, method, `/operator/v1/${path}`, { bearer, ...(body && { body }) })
const till = async () => apiOf(shop, await shop.token())

describe('sending paused by a person', () => {
  test.each([{}, { company: 'DEMO' }])(
    'keeps documents, says so everywhere, and lets them go when it ends: %o',
    async (what) => {
      shop = await startGateway()
      const api = await till()
      const paused = await operate('POST', 'sending/pause', { ...what, reason: 'Prices are being mended' })
      const pause = { by: 'control', reason: 'Prices are being mended' }
      expect(paused.body).toMatchObject(
        'company' in what ? { everything: null, companies: [{ company: 'DEMO', ...pause }] } : { everything: pause },
      )
      const { body } = await api.submit('sale', 'invoice', invoice('P1'))
      const seen = (await api.status('sale', 'invoice', body.SALE_GUID)).body
      expect(seen).toMatchObject({ STATUS: 'Pending', ATTENTION: { CODE: 'sending_paused' } })
      const { block_reasons, unsent: waiting } = queueSchema.parse((await operate('GET', 'queue')).body)
      expect({ block_reasons, waiting }).toMatchObject({
        block_reasons: [{ company: 'DEMO', code: 'sending_paused' }],
        waiting: 1,
      })
      const { alerts, verdict, message: sentence } = healthSchema.parse((await operate('GET', 'health')).body)
      expect(alerts).toMatchObject([{ code: 'sending_paused', company: 'DEMO' }])
      expect([verdict, sentence]).toEqual(['warning', alerts[0]?.message])
      expect(sentence).toContain('by control')
      expect(sentence).not.toContain('{{')
      // A sale that a pause holds back can still be voided.
      expect(shop.gateway.practice?.ledger.documents()).toEqual([])
      const resumed = await operate('POST', 'sending/resume', what)
      expect(resumed.body).toEqual({ everything: null, companies: [] })
      await api.until(body, 'Valid')
      expect(healthSchema.parse((await operate('GET', 'health')).body).alerts).toEqual([])
    },
  )

  test('lasts over a restart, and the journal says who paused and who resumed', async () => {
    const first = await startGateway()
    shop = first
    await operate('POST', 'sending/pause', {})
    await first.close({ keep: true })
    shop = await startGateway({ dataDir: first.dataDir })
    const api = await till()
    expect((await operate('GET', 'sending')).body).toMatchObject({ everything: { by: 'control' } })
    const { body } = await api.submit('sale', 'invoice', invoice('P2'))
    await operate('POST', 'sending/resume', {})
    await api.until(body, 'Valid')
    const acts = await shop.gateway.store.acts.list(0, 1000)
    const told = acts.filter(({ type }) => type.startsWith('sending_'))
    expect(told).toMatchObject([
      { type: 'sending_paused', by: 'control', facts: { company_guid: null } },
      { type: 'sending_resumed', by: 'control', facts: { company_guid: null } },
    ])
  })

  test('of one company and of everything end each by itself', async () => {
    shop = await startGateway()
    await operate('POST', 'sending/pause', { company: 'DEMO' })
    await operate('POST', 'sending/pause', {})
    const left = (await operate('POST', 'sending/resume', {})).body
    expect(left).toMatchObject({ everything: null, companies: [{ company: 'DEMO' }] })
  })

  test.each(languages)('is said in %s with who, what and since when', async (language) => {
    shop = await startGateway()
    await operate('POST', 'sending/pause', {})
    const headers = { 'accept-language': language }
    const bearer = shop.gateway.controlToken
    const { body } = await send(shop, 'GET', '/operator/v1/health', { bearer, headers })
    const { message: sentence, alerts } = healthSchema.parse(body)
    for (const figure of ['DEMO', 'control', alerts[0]?.since]) expect(sentence).toContain(figure)
    expect(sentence).not.toContain('{{')
  })

  test('asked about what was sent before goes on', async () => {
    shop = await startGateway({ env: { RESIT_POLL_INTERVAL_MS: '300' } })
    const api = await till()
    const { body } = await api.submit('sale', 'invoice', invoice('P3'))
    await api.until(body, 'InProgress', 'Valid')
    await operate('POST', 'sending/pause', {})
    expect((await api.until(body, 'Valid')).ATTENTION).toBeNull()
  })

  test('by a token of one company concerns that company, and no other', async () => {
    shop = await startGateway()
    const own = await shop.token({ companyGuid })
    expect((await operate('POST', 'sending/pause', {}, own)).body).toMatchObject({
      everything: null,
      companies: [{ company: 'DEMO', by: 'token:Till 1' }],
    })
    expect((await operate('POST', 'sending/pause', { company: 'NOBODY' }, own)).body.code).toBe('company_not_found')
    const cashier = await shop.token({ scopes: ['submit', 'read', 'taxpayer'] })
    expect((await operate('POST', 'sending/resume', {}, cashier)).body.code).toBe('insufficient_scope')
    expect((await operate('GET', 'sending', undefined, cashier)).status).toBe(200)
  })
})
