import { expect, test } from 'vitest'
import { credentialStore } from '../../../electron/gateway/installation/credentials.ts'
import type { CompanyProfile } from '../../../electron/gateway/store/port/port.ts'
import { ali, company, scripted } from './scripted.ts'

const other: CompanyProfile = { ...company, companyCode: 'OTHER', tin: 'C10000000002' }

/** One intermediary, signed in for several taxpayers. Each sign-in has another token. */
const intermediary = (isTaken: (authorization: string) => boolean = () => true) => {
  let count = 0
  return scripted({
    credentials: ({ tin }) => ({ clientId: 'client', clientSecret: 'secret', onBehalfOf: tin }),
    login({ headers }) {
      count += 1
      return { status: 200, body: { access_token: `${String(headers['onbehalfof'])}-${count}`, expires_in: 3600 } }
    },
    api: ({ headers }) => (isTaken(headers.authorization ?? '') ? { status: 200, body: '' } : { status: 401 }),
  })
}

test('every taxpayer is signed in for apart, and once', async () => {
  const { authority, asked } = await intermediary()
  for (const of of [company, other, company, other]) await authority.validateTaxpayer(of, ali)
  const [first, second] = [`Bearer ${company.tin}-1`, `Bearer ${other.tin}-2`]
  expect(asked.map(({ headers }) => headers.authorization)).toEqual([first, second, first, second])
})

test('a token that is not taken is renewed, and no other', async () => {
  let isEnded = false
  const { authority, asked, logins } = await intermediary((given) => !(isEnded && given === `Bearer ${company.tin}-1`))
  await authority.validateTaxpayer(company, ali)
  await authority.validateTaxpayer(other, ali)
  isEnded = true
  expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
  expect(await authority.validateTaxpayer(other, ali)).toEqual({ kind: 'valid' })
  expect(logins.map(({ headers }) => headers['onbehalfof'])).toEqual([company.tin, other.tin, company.tin])
  expect(asked.slice(2).map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${company.tin}-1`,
    `Bearer ${company.tin}-3`,
    `Bearer ${other.tin}-2`,
  ])
})

test('one client acts for each company, said once for all of them, and keeps its limits over all', async () => {
  const kept = new Map<string, string>()
  const secrets = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  }
  const shared = { clientId: 'client', clientSecret: 'secret', onBehalfOf: 'company' }
  const credentials = credentialStore(secrets, { credentials: shared, certificate: null }, async () => 'unsupported')
  const apart = { ...other, companyGuid: '22222222-2222-4222-8222-222222222222' }
  await credentials.set(apart, { ...shared, onBehalfOf: 'company:brn' })
  expect(await credentials.of(company)).toMatchObject({ clientId: 'client', onBehalfOf: company.tin })
  expect(await credentials.of(apart)).toMatchObject({
    clientId: 'client',
    onBehalfOf: `${other.tin}:${other.idNumber}`,
  })
  let isTooMuch = true
  const { authority, logins } = await scripted({
    credentials: (of) => ({ clientId: 'client', clientSecret: 'secret', onBehalfOf: of.tin }),
    api: () => (isTooMuch ? { status: 429, headers: { 'retry-after': '30' } } : { status: 200, body: '' }),
  })
  expect(await authority.validateTaxpayer(company, ali)).toMatchObject({ kind: 'throttled' })
  isTooMuch = false
  // A rate limit counts for the client, so what it answered to one company holds for the other too.
  expect(await authority.validateTaxpayer(other, ali)).toEqual({ kind: 'throttled', askedMs: 30_000 })
  expect(logins.map(({ headers }) => headers['onbehalfof'])).toEqual([company.tin, other.tin])
})

test('what one client is told holds for no other', async () => {
  const { authority } = await scripted({
    credentials: ({ companyCode }) => ({ clientId: companyCode, clientSecret: 'secret', onBehalfOf: null }),
    login: ({ body }) => ({
      status: 200,
      body: { access_token: body.includes('OTHER') ? 'other' : 'first', expires_in: 3600 },
    }),
    api: ({ headers }) =>
      headers.authorization === 'Bearer other'
        ? { status: 200, body: '' }
        : { status: 429, headers: { 'retry-after': '30' } },
  })
  expect(await authority.validateTaxpayer(company, ali)).toEqual({ kind: 'throttled', askedMs: 30_000 })
  expect(await authority.validateTaxpayer(other, ali)).toEqual({ kind: 'valid' })
})
