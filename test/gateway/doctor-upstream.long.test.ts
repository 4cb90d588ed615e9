import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { type Scope, scopes } from '../../shared/api/scopes.ts'
import { languages } from '../../shared/words/words.ts'
import { importCompany } from '../support/chain.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'

const open: TestGateway[] = []
afterEach(async () => {
  for (const gateway of open.splice(0).toReversed()) await gateway.close()
})

async function start(env: Environment = {}): Promise<TestGateway> {
  const gateway = await startGateway({ env })
  open.push(gateway)
  return gateway
}

interface Told {
  readonly verdict: string
  readonly checks: readonly { readonly name: string; readonly verdict: string; readonly message: string }[]
}

/** The doctor's result for a shop that sends to another gateway. */
async function doctorOf(env: Environment, language = 'en'): Promise<Told> {
  const shop = await start({ RESIT_AUTHORITY: 'gateway', ...env })
  await importCompany(shop)
  const response = await fetch(`http://127.0.0.1:${shop.port}/operator/v1/doctor`, {
    headers: { authorization: `Bearer ${shop.gateway.controlToken}`, 'accept-language': language },
  })
  return (await response.json()) as Told
}

const aboutAuthority = ({ checks }: Told) => checks.filter(({ name }) => /upstream|authority/.test(name))

async function withScopes(...given: readonly Scope[]) {
  const office = await start()
  return { RESIT_UPSTREAM_URL: office.baseUrl, RESIT_UPSTREAM_TOKEN: await office.token({ scopes: given }) }
}

test('a token that may do all that is needed is good, and the company is reached', async () => {
  const told = aboutAuthority(await doctorOf(await withScopes('submit', 'read', 'cancel', 'taxpayer')))
  expect(told).toMatchObject([
    { name: 'upstream token', verdict: 'good' },
    { name: 'authority DEMO', verdict: 'good' },
  ])
})

test('a token that lacks scopes is told which, although the gateway takes it', async () => {
  const told = aboutAuthority(await doctorOf(await withScopes('read', 'taxpayer')))
  expect(told[0]).toMatchObject({ name: 'upstream token', verdict: 'bad' })
  expect(told[0]?.message).toContain('submit, cancel')
})

test('a token that is not known there is told as such, in every language, and nothing sends anybody elsewhere', async () => {
  const office = await start()
  const env = { RESIT_UPSTREAM_URL: office.baseUrl, RESIT_UPSTREAM_TOKEN: `rst_${'x'.repeat(43)}` }
  const sentences = new Set<string>()
  for (const language of languages) {
    const told = await doctorOf(env, language)
    expect(told.verdict).toBe('bad')
    const [check, ...others] = aboutAuthority(told)
    expect(others).toEqual([])
    expect(check).toMatchObject({ name: 'upstream token', verdict: 'bad' })
    expect(check?.message).toContain('RESIT_UPSTREAM_TOKEN')
    expect(JSON.stringify(told)).not.toMatch(/rst_|company credentials/)
    sentences.add(check?.message ?? '')
  }
  expect(sentences.size).toBe(languages.length)
})

test('an address where no gateway answers is told, and one where nobody does is only not reached', async () => {
  const page = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'))
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(page.address() as AddressInfo).port}/v1`
  const env = { RESIT_UPSTREAM_URL: url, RESIT_UPSTREAM_TOKEN: 'rst_x' }
  const [check] = aboutAuthority(await doctorOf(env))
  expect(check?.message).toContain('RESIT_UPSTREAM_URL')
  page.closeAllConnections()
  await new Promise((resolve) => page.close(resolve))
  expect(aboutAuthority(await doctorOf(env))).toMatchObject([
    { name: 'authority DEMO', verdict: 'warning', message: expect.stringMatching(/^The head office does not answer/) },
  ])
})

test('looking leaves nothing behind at the other gateway', async () => {
  const env = await withScopes(...scopes)
  await doctorOf(env)
  const [office] = open
  expect(
    await office?.gateway.store.records.soldBetween({
      companyGuid: null,
      from: '2000-01-01',
      to: '2100-12-31',
      after: null,
      limit: 10,
    }),
  ).toEqual([])
  const acts = await office?.gateway.store.acts.list(0, 100)
  expect(acts?.filter(({ type }) => type.startsWith('tin_'))).toEqual([])
})
