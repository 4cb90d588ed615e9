import { expect, test } from 'vitest'
import { credentialStore, type KeptCredentials } from '../../../electron/gateway/installation/credentials.ts'
import { ali, company, scripted } from './scripted.ts'

const wrong = { status: 400, body: { error: 'invalid_client' } } as const
const token = { status: 200, body: { access_token: 'secret-token', expires_in: 3600 } } as const
const secretIn = (body: string) => new URLSearchParams(body).get('client_secret')

/** An authority that takes some secrets. */
const taking = (taken: readonly string[], credentials: KeptCredentials, refusal: object = wrong) =>
  scripted({
    credentials,
    api: () => ({ status: 200, body: '' }),
    login: ({ body }) => (taken.includes(secretIn(body) ?? '') ? token : (refusal as typeof wrong)),
  })
const both = { clientId: 'client', clientSecret: 'first', otherSecret: 'second', onBehalfOf: null }

test('the other secret is tried only if the first is refused', async () => {
  const first = await taking(['first', 'second'], both)
  expect(await first.authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
  expect(first.logins.map(({ body }) => secretIn(body))).toEqual(['first'])
  const second = await taking(['second'], both)
  expect(await second.authority.validateTaxpayer(company, ali)).toEqual({ kind: 'valid' })
  expect(second.logins.map(({ body }) => secretIn(body))).toEqual(['first', 'second'])
})

test('if both are refused, or there is one only, the company waits as before', async () => {
  const none = await taking([], both)
  const refused = { kind: 'pause', attention: 'company_not_ready', askedMs: null, fault: { kind: 'refused' } }
  expect(await none.authority.ready(company)).toEqual(refused)
  expect(none.logins).toHaveLength(2)
  const one = await taking([], { ...both, otherSecret: null })
  expect(await one.authority.ready(company)).toEqual(refused)
  expect(one.logins).toHaveLength(1)
})

test('no other refusal is about the secret', async () => {
  for (const refusal of [
    { status: 400, body: { error: 'unauthorised_client' } },
    { status: 403, body: { error: 'invalid_client' } },
    { status: 429, body: { error: 'invalid_client' } },
    { status: 500, body: { error: 'invalid_client' } },
  ]) {
    const told = await taking(['second'], both, refusal)
    expect((await told.authority.ready(company)).kind, JSON.stringify(refusal)).not.toBe('go_on')
    expect(told.logins, JSON.stringify(refusal)).toHaveLength(1)
  }
})

test('the secret that works becomes the first, and the other can be removed', async () => {
  const kept = new Map<string, string>()
  const secrets = {
    get: async (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string) => void kept.set(name, value),
  }
  const open = () => credentialStore(secrets, { credentials: null, certificate: null }, async () => 'not_a_certificate')
  await open().swapSecrets(company)
  expect(kept.size).toBe(0)
  await open().set(company, both)
  await open().swapSecrets(company)
  const swapped = { clientSecret: 'second', otherSecret: 'first', isSwapped: true }
  expect(await open().of(company)).toMatchObject(swapped)
  await open().swapSecrets(company)
  expect(await open().of(company)).toMatchObject({ clientSecret: 'first', otherSecret: 'second', isSwapped: false })
  await open().swapSecrets(company)
  await open().removeOtherSecret(company)
  expect(await open().of(company)).toMatchObject({ clientSecret: 'second', otherSecret: null, isSwapped: false })
  expect([...kept.values()].join()).not.toContain('first')
})
