import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import type { Endpoint } from '../../shared/api/endpoint.ts'
import { type Scope, scopes } from '../../shared/api/scopes.ts'
import { problemSchema } from '../../shared/api/shapes/problem.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { operate } from '../support/operator.ts'
import { type RawAnswer, type RawAsk, raw } from '../support/raw.ts'
import { businessKey, companyGuid, document } from '../support/till.ts'

let shop: TestGateway
let api: Api
let full: string
const narrow = new Map<Scope, string>()

beforeAll(async () => {
  shop = await startGateway()
  full = await shop.token()
  api = apiOf(shop, full)
  for (const scope of scopes) narrow.set(scope, await shop.token({ scopes: scopes.filter((each) => each !== scope) }))
})
afterAll(() => shop.close())

/** A correct request to the endpoint, made from records that the till submitted itself. */
async function askFor({ method, path, cell, id }: Endpoint): Promise<RawAsk> {
  const json = (body: unknown): RawAsk => ({
    method: 'POST',
    path: `/v1${path}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!cell) {
    if (id === 'tinValidation')
      return json({ customer_tin: 'C25845632020', customer_idtype: 'BRN', customer_idnum: '201901234567' })
    const query = id === 'tinSearch' ? '?customer_idtype=BRN&customer_idnum=201901234567' : ''
    return { method, path: `/v1${path}${query}` }
  }
  const { family, kind, operation } = cell
  const saleCode = `${id} ${Math.random()}`
  const submitted = async () => (await api.submit(family, kind, document(family, kind, saleCode))).body
  // Sending is paused, so that a record to be voided is not sent before, even on a slow computer.
  await operate(shop, 'POST', `/sending/${operation.startsWith('void') ? 'pause' : 'resume'}`, {})
  switch (operation) {
    case 'submit':
      return json(document(family, kind, saleCode))
    case 'statusByGuid':
      return { path: `/v1${path}`, headers: { sale_guid: (await submitted()).SALE_GUID } }
    case 'statusBySubmission':
      return {
        path: `/v1${path}`,
        headers: { company_guid: companyGuid, submission_from: '2026-01-01', submission_to: '2026-12-31' },
      }
    case 'cancel': {
      const valid = await api.until(await submitted(), 'Valid', 'Invalid')
      return json({ SALE_GUID: valid.SALE_GUID, REASON: 'Wrong goods' })
    }
    case 'voidByGuid':
      return json({ SALE_GUID: (await submitted()).SALE_GUID })
    case 'voidBySaleCode':
      await submitted()
      return json(businessKey(saleCode))
  }
}

const withToken = (ask: RawAsk, token: string): RawAsk => ({
  ...ask,
  headers: { ...ask.headers, authorization: `Bearer ${token}` },
})

function expectProblem(answer: RawAnswer, status: number, code: string): void {
  expect(answer.headers['content-type']).toContain('application/problem+json')
  const told = problemSchema.parse(JSON.parse(answer.text))
  expect({ status: answer.status, code: told.code }).toEqual({ status, code })
}

test('the interface has 56 endpoints', () => {
  expect(interfaceCatalogue).toHaveLength(56)
})

describe.each(interfaceCatalogue.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint })))(
  '$name',
  ({ endpoint }) => {
    const bare = (): RawAsk => ({ method: endpoint.method, path: `/v1${endpoint.path}` })

    test('asked properly, it answers by its own schema', async () => {
      const answer = await raw(shop.port, withToken(await askFor(endpoint), full))
      expect(answer.status, answer.text).toBeLessThan(300)
      const schema = endpoint.answers[answer.status]
      expect(schema?.safeParse(JSON.parse(answer.text)).error).toBeUndefined()
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['x-request-id']).toBeTruthy()
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    })

    const isList = /^\/taxauth\/\w+_(code|method|type)$/.test(endpoint.path)
    test('what it says is neither guessed at nor kept by a browser, also where it refuses (LO17)', async () => {
      for (const ask of [withToken(await askFor(endpoint), full), bare(), { ...bare(), headers: { host: 'x' } }])
        expect((await raw(shop.port, ask)).headers).toMatchObject({
          'x-content-type-options': 'nosniff',
          // Lists of codes are the same for all callers, and may be revalidated by their ETag.
          'cache-control': expect.stringMatching(isList ? /^(no-store|private, no-cache)$/ : /^no-store$/) as string,
          'content-type': expect.stringMatching(/^application\/(problem\+)?json; charset=utf-8$/) as string,
        })
    })

    test('without a token it is 401 (LO8)', async () => {
      const answer = await raw(shop.port, bare())
      expectProblem(answer, 401, 'unauthorized')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    })

    test('with a token that is nobody’s it is 401 (LO8)', async () => {
      expectProblem(await raw(shop.port, withToken(bare(), `rst_${'x'.repeat(43)}`)), 401, 'unauthorized')
    })

    if (endpoint.scope !== 'any')
      test('with every scope but its own it is 403 (LO11)', async () => {
        expectProblem(
          await raw(shop.port, withToken(bare(), narrow.get(endpoint.scope as Scope) ?? '')),
          403,
          'insufficient_scope',
        )
      })

    test('under a foreign host it is 421, before anything else is looked at (LO1)', async () => {
      const foreign = { ...bare(), headers: { host: 'till.example:80' } }
      expectProblem(await raw(shop.port, foreign), 421, 'host_not_allowed')
    })

    test('from a foreign page it is 403, before the token is looked at (LO3)', async () => {
      const foreign = { ...bare(), headers: { origin: 'https://till.example' } }
      expectProblem(await raw(shop.port, foreign), 403, 'origin_not_allowed')
    })

    test('by another method it is 405 and says which it takes', async () => {
      const answer = await raw(shop.port, withToken({ ...bare(), method: 'DELETE' }, full))
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers['allow']).toBe(endpoint.method)
    })

    if (endpoint.method === 'POST') {
      test('with a body that is not JSON by its type it is 415 (IN25, LO6)', async () => {
        const form = { ...bare(), headers: { 'content-type': 'text/plain' }, body: '{}' }
        expectProblem(await raw(shop.port, withToken(form, full)), 415, 'unsupported_media_type')
      })

      test('with a malformed body it is 400 (IN1)', async () => {
        const broken = { ...bare(), headers: { 'content-type': 'application/json' }, body: '{"SALE_GUID":' }
        expectProblem(await raw(shop.port, withToken(broken, full)), 400, 'malformed_json')
      })

      test('with JSON that is no object it is 422 and points at the whole', async () => {
        for (const body of ['[]', 'null', '"x"', '1', '12345678901234567890']) {
          const answer = await raw(
            shop.port,
            withToken({ ...bare(), headers: { 'content-type': 'application/json' }, body }, full),
          )
          expectProblem(answer, 422, 'validation_failed')
          const { errors } = JSON.parse(answer.text) as { readonly errors: readonly { readonly pointer: string }[] }
          expect(errors.map(({ pointer }) => pointer)).toEqual([''])
        }
      })

      test('with a field nobody knows it is 422 and points at it (IN8)', async () => {
        const odd = { ...bare(), headers: { 'content-type': 'application/json' }, body: '{"COLOUR":"red"}' }
        const answer = await raw(shop.port, withToken(odd, full))
        expectProblem(answer, 422, 'validation_failed')
        const { errors } = JSON.parse(answer.text) as {
          readonly errors: readonly { readonly pointer: string; readonly code: string }[]
        }
        expect(errors).toContainEqual(expect.objectContaining({ pointer: '/COLOUR', code: 'unknown_field' }))
      })

      test('with a body over its size it is 413 (IN5)', async () => {
        const most = endpoint.cell?.operation === 'submit' ? 1024 * 1024 : 16 * 1024
        const huge = { ...bare(), headers: { 'content-type': 'application/json' }, body: ' '.repeat(most + 1) }
        expectProblem(await raw(shop.port, withToken(huge, full)), 413, 'body_too_large')
      })
    }
  },
)

test('records of all kinds end as their operations left them', async () => {
  const page = await api.get<{ readonly items: readonly WireRecord[] }>('/sale/invoice_checkstatus/by_submission', {
    company_guid: companyGuid,
    submission_from: '2026-01-01',
    submission_to: '2026-12-31',
  })
  const statuses = new Set(page.body.items.map(({ STATUS }) => STATUS))
  expect(statuses).toContain('Voided')
  expect(statuses).toContain('Cancelled')
})
