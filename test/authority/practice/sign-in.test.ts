import { describe, expect, test } from 'vitest'
import { invoice } from './documents.ts'
import { askToken, buyer, clientWith, practise, seller, signedIn } from './support.ts'

const formFor = ({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }) => ({
  client_id: clientId,
  client_secret: clientSecret,
  grant_type: 'client_credentials',
  scope: 'InvoicingAPI',
})

test('a token is given for an hour, in the documented shape', async () => {
  const { url, credentialsFor } = await practise()
  const { status, body } = await askToken(url, formFor(credentialsFor(seller)))
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'InvoicingAPI',
  })
})

describe('no token is given, in the shape of OAuth', () => {
  test.each([
    ['a wrong secret', { client_secret: 'x' }, 'invalid_client'],
    ['a client nobody knows', { client_id: 'practice-C99999999990' }, 'invalid_client'],
    ['no client id', { client_id: '' }, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['another scope', { scope: 'Everything' }, 'invalid_scope'],
  ])('for %s', async (_, wrong, error) => {
    const { url, credentialsFor } = await practise()
    const { status, body } = await askToken(url, { ...formFor(credentialsFor(seller)), ...wrong })
    expect({ status, error: body.error }).toEqual({ status: 400, error })
    expect(body.error_description).toBeTypeOf('string')
  })

  test('for a body that is no form', async () => {
    const { url, credentialsFor } = await practise()
    const form = formFor(credentialsFor(seller))
    const answer = await fetch(`${url}/connect/token`, { method: 'POST', body: JSON.stringify(form) })
    expect(answer.status).toBe(400)
  })
})

test('the secret is another at every start', async () => {
  const [one, other] = [await practise(), await practise()]
  expect(one.credentialsFor(seller).clientId).toBe(`practice-${seller}`)
  expect(one.credentialsFor(seller).clientSecret).not.toBe(other.credentialsFor(seller).clientSecret)
  expect(one.credentialsFor(seller).clientSecret).not.toBe(one.credentialsFor(buyer).clientSecret)
})

test('an intermediary acts for the taxpayer it names', async () => {
  const { url, credentialsFor } = await practise()
  const form = formFor(credentialsFor(buyer))
  const { body } = await askToken(url, form, { onbehalfof: seller })
  expect((await clientWith(url, body.access_token).submit(invoice())).status).toBe(202)
  expect((await askToken(url, form, { onbehalfof: `${seller}:202001234567` })).status).toBe(200)
  expect((await askToken(url, form, { onbehalfof: `${seller}:1` })).body.error).toBe('unauthorised_client')
  expect((await askToken(url, form, { onbehalfof: 'C99999999990' })).body.error).toBe('unauthorised_client')
})

describe('a request is not authorised', () => {
  const path = '/api/v1.0/documenttypes'

  test('without a token', async () => {
    const { url } = await practise()
    const answer = await fetch(`${url}${path}`)
    expect(answer.status).toBe(401)
    expect(await answer.text()).toBe('')
    expect(answer.headers.get('correlationId')).not.toBeNull()
  })

  test('with a token that was changed, or is of another start', async () => {
    const [one, other] = [await practise(), await practise()]
    const { token } = await signedIn(one)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), tin: buyer }),
    )
    const changed = clientWith(one.url, `${head}.${forged.toString('base64url')}.${signature}`)
    expect((await changed.get(path)).status).toBe(401)
    expect((await clientWith(other.url, token).get(path)).status).toBe(401)
    expect((await clientWith(one.url, token).get(path)).status).toBe(200)
  })

  test('with a token an hour old', async () => {
    const practice = await practise()
    const client = await signedIn(practice)
    practice.clock.advance(3_599_000)
    expect((await client.get(path)).status).toBe(200)
    practice.clock.advance(1_000)
    expect((await client.get(path)).status).toBe(401)
  })
})

test('a path that is not of the API is not found', async () => {
  const client = await signedIn(await practise())
  expect((await client.get('/api/v2.0/documents')).status).toBe(404)
})
