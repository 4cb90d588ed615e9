import { describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { type Fetch, GatewayProblem } from '../../shared/api/call.ts'
import type { EndpointAnswer, EndpointId, EndpointRequest } from '../../shared/api/endpoint.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import type { recordPageSchema, WireRecord } from '../../shared/api/shapes/record.ts'
import type { saleSchemas } from '../../shared/document/sale.ts'
import { createClient } from '../support/client.ts'

const guid = '7d3f1c52-8a0b-4c1e-9d27-5b6a40e1f9c3'

/** A gateway that always gives the same answer. It records what it was asked. */
function gatewayAnswering(status: number, answer: unknown) {
  const asked: Parameters<Fetch>[] = []
  const fetch: Fetch = async (...request) => {
    asked.push(request)
    return { status, json: async () => answer }
  }
  return { asked, call: createClient({ baseUrl: 'http://127.0.0.1:7510/v1', token: 'rst_secret', fetch }), fetch }
}

describe('the types of the client follow the catalogue', () => {
  test('ids are those of the 56 endpoints', () => {
    expectTypeOf<'invoice.sale.submit' | 'refund_note.self_billed.voidBySaleCode' | 'version'>().toExtend<EndpointId>()
    expectTypeOf<'receipt.sale.submit'>().not.toExtend<EndpointId>()
  })

  test('an ask has the parts that its endpoint takes, and their fields', () => {
    expectTypeOf<EndpointRequest<'invoice.sale.statusByGuid'>>().toEqualTypeOf<{
      readonly headers: { sale_guid: string }
    }>()
    expectTypeOf<keyof EndpointRequest<'invoice.sale.statusBySubmission'>>().toEqualTypeOf<'headers' | 'query'>()
    expectTypeOf<EndpointRequest<'credit_note.sale.cancel'>['body']>().toEqualTypeOf<{
      SALE_GUID: string
      REASON: string
    }>()
  })

  test('a submission takes the body of its own kind and family', () => {
    type Body<Id extends EndpointId> = EndpointRequest<Id> extends { readonly body: infer B } ? B : never
    expectTypeOf<Body<'invoice.sale.submit'>>().toEqualTypeOf<z.input<typeof saleSchemas.sale.invoice>>()
    expectTypeOf<Body<'invoice.self_billed.submit'>>().toHaveProperty('SUPPLIER')
    expectTypeOf<Body<'invoice.sale.submit'>['SUPPLIER']>().toEqualTypeOf<null | undefined>()
    expectTypeOf<Body<'debit_note.sale.submit'>>().toHaveProperty('ORIGINALS')
    expectTypeOf<Body<'invoice.sale.submit'>['ORIGINALS']>().toEqualTypeOf<null | undefined>()
  })

  test('an answer is the record, a page or what the general endpoint says', () => {
    expectTypeOf<EndpointAnswer<'debit_note.sale.submit'>>().toEqualTypeOf<WireRecord>()
    expectTypeOf<EndpointAnswer<'invoice.self_billed.statusBySubmission'>>().toEqualTypeOf<
      z.output<typeof recordPageSchema>
    >()
    expectTypeOf<EndpointAnswer<'tinValidation'>['valid']>().toEqualTypeOf<boolean>()
  })

  test('what an endpoint does not take does not compile', () => {
    const { call } = gatewayAnswering(200, {})
    const mistakes = () => [
      // @ts-expect-error there is no such endpoint
      call('receipt.sale.submit', {}),
      // @ts-expect-error the reason is missing
      call('invoice.sale.cancel', { body: { SALE_GUID: guid } }),
      // @ts-expect-error the version takes nothing
      call('version', { query: {} }),
      // @ts-expect-error the headers are missing
      call('invoice.sale.statusByGuid'),
    ]
    expectTypeOf(mistakes).returns.toBeArray()
  })
})

describe('the client speaks as the interface wants', () => {
  test('a question carries the token, the language and its headers, and no body', async () => {
    const { fetch, asked } = gatewayAnswering(200, {})
    const call = createClient({ baseUrl: 'http://127.0.0.1:7510/v1', token: 'rst_secret', fetch, language: 'ms' })
    await call('invoice.self_billed.statusByGuid', { headers: { sale_guid: guid } })
    expect(asked).toEqual([
      [
        'http://127.0.0.1:7510/v1/self_billed/invoice_checkstatus/by_guid',
        {
          method: 'GET',
          headers: {
            authorization: 'Bearer rst_secret',
            accept: 'application/json',
            'accept-language': 'ms',
            sale_guid: guid,
          },
        },
      ],
    ])
  })

  test('a name of an outlet travels percent-encoded, because headers are not UTF-8; other headers as they are', async () => {
    const { call, asked } = gatewayAnswering(200, { items: [] })
    const days = { company_guid: guid, submission_from: '2026-11-01', submission_to: '2026-11-30' }
    await call('refund_note.sale.statusBySubmission', { headers: { ...days, outlet_name: '吉隆坡 100%' }, query: {} })
    const [url, { headers }] = asked[0] ?? ['', { headers: {} }]
    expect(url).toBe('http://127.0.0.1:7510/v1/sale/refund_note_checkstatus/by_submission')
    expect(headers).toMatchObject({ ...days, outlet_name: '%E5%90%89%E9%9A%86%E5%9D%A1%20100%25' })
  })

  test('a query is escaped and leaves out what is not given', async () => {
    const { call, asked } = gatewayAnswering(200, { items: [] })
    const headers = { company_guid: guid, submission_from: '2026-11-01', submission_to: '2026-11-30' }
    await call('invoice.sale.statusBySubmission', { headers, query: { cursor: 'a+b/c=&d' } })
    await call('tinSearch', { query: { customer_idtype: 'PASSPORT', customer_idnum: 'A 1&2' } })
    expect(asked.map(([url]) => url.split('?')[1])).toEqual([
      'cursor=a%2Bb%2Fc%3D%26d',
      'customer_idtype=PASSPORT&customer_idnum=A%201%262',
    ])
    expect(asked[0]?.[1].headers).not.toHaveProperty('outlet_name')
  })

  test('a body is JSON and says so', async () => {
    const { call, asked } = gatewayAnswering(200, {})
    await call('debit_note.sale.cancel', { body: { SALE_GUID: guid, REASON: 'Salah pembeli' } })
    const [url, { method, headers, body }] = asked[0] ?? ['', { method: '', headers: {} }]
    expect([method, url]).toEqual(['POST', 'http://127.0.0.1:7510/v1/sale/debit_note_cancellation'])
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body ?? '')).toEqual({ SALE_GUID: guid, REASON: 'Salah pembeli' })
  })

  test('an answer comes back as it is', async () => {
    const answer = { api_version: '1.0.0', service: 'resit', app_version: '0.1.0' }
    const { call } = gatewayAnswering(200, answer)
    expect(await call('version')).toEqual(answer)
  })

  test('an error of the gateway is thrown with its problem', async () => {
    const problem: WireProblem = {
      type: 'urn:resit:problem:void_denied_valid',
      title: 'Void denied: valid',
      status: 409,
      detail: 'It is valid at the tax authority.',
      code: 'void_denied_valid',
      retryable: false,
      instance: '/v1/sale/invoice_void/by_sale_guid',
      errors: [],
    }
    const { call } = gatewayAnswering(409, problem)
    const thrown: unknown = await call('invoice.sale.voidByGuid', { body: { SALE_GUID: guid } }).catch(
      (e: unknown) => e,
    )
    expect(thrown).toBeInstanceOf(GatewayProblem)
    expect(thrown).toMatchObject({ name: 'GatewayProblem', problem })
    expect(String(thrown)).toContain('void_denied_valid')
  })

  test('where the gateway is not reached, the caller sees why', async () => {
    const call = createClient({
      baseUrl: 'http://127.0.0.1:7510/v1',
      token: 'rst_secret',
      fetch: async () => Promise.reject(new TypeError('connection refused')),
    })
    await expect(call('version')).rejects.toThrow('connection refused')
  })
})
