import { describe, expect, test } from 'vitest'
import { type Answered, company, type Script, scripted, token } from './scripted.ts'

/** A token in the authority's form: it begins with the name of its company. */
const tokenOf = (name: string): Answered => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return { status: 200, body: { access_token: `${part({ alg: 'RS256' })}.${part({ name })}.sig`, expires_in: 3600 } }
}
const onBehalfOf = (represented: string) => ({ clientId: 'client', clientSecret: 'secret', onBehalfOf: represented })

describe('whether documents could go out', () => {
  const fine = () => ({ status: 200 }) as const
  test.each<[string, Script, object]>([
    ['signed in', { api: fine }, { kind: 'go_on' }],
    [
      'signed in with a token that says so',
      { api: fine, login: () => tokenOf(`${company.tin}:someone`) },
      { kind: 'go_on' },
    ],
    [
      'signed in with a token that says something else',
      { api: fine, login: () => tokenOf('ERP 1') },
      { kind: 'go_on' },
    ],
    [
      'without credentials',
      { api: fine, credentials: null },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'no_credentials' } },
    ],
    [
      'refused',
      { api: fine, login: () => ({ status: 401 }) },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'refused' } },
    ],
    [
      'with the token of another taxpayer',
      { api: fine, login: () => tokenOf('C9876543210:someone') },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'foreign', tin: 'C9876543210' } },
    ],
    [
      'on behalf of another taxpayer than the company',
      { api: fine, credentials: onBehalfOf('C9876543210') },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'foreign', tin: 'C9876543210' } },
    ],
    ['on behalf of the company', { api: fine, credentials: onBehalfOf(company.tin) }, { kind: 'go_on' }],
    [
      'on behalf of the company, with a token of the intermediary',
      {
        api: fine,
        credentials: onBehalfOf(`${company.tin}:${company.idNumber}`),
        login: () => tokenOf('C9876543210:x'),
      },
      { kind: 'go_on' },
    ],
    [
      'on behalf of a company that has not appointed it',
      {
        api: fine,
        credentials: onBehalfOf(company.tin),
        login: () => ({ status: 400, body: { error: 'unauthorised_client' } }),
      },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'not_appointed' } },
    ],
    [
      'on behalf of a company for which it may not speak',
      { api: fine, credentials: onBehalfOf(company.tin), login: () => ({ status: 403 }) },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'not_appointed' } },
    ],
    [
      'on behalf of a company, with a secret that is not taken',
      { api: fine, credentials: onBehalfOf(company.tin), login: () => ({ status: 401 }) },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'refused' } },
    ],
    [
      'throttled',
      { api: fine, login: () => ({ status: 429, headers: { 'retry-after': '3' } }) },
      { kind: 'pause', askedMs: 3_000, attention: null },
    ],
    [
      'with credentials that are not taken',
      { api: fine, login: () => ({ status: 400, body: { error: 'invalid_client' } }) },
      { kind: 'pause', askedMs: null, attention: 'company_not_ready', fault: { kind: 'refused' } },
    ],
    [
      'with a proxy on the way that shows a page of its own',
      { api: fine, login: () => ({ status: 403, body: ' <!doctype html><title>Blocked</title>' }) },
      { kind: 'pause', askedMs: null, attention: null },
    ],
    ['unreachable', { api: fine, login: () => 'cut' }, { kind: 'pause', askedMs: null, attention: null }],
  ])('%s', async (_, script, advice) => {
    const { authority } = await scripted(script)
    expect(await authority.ready(company)).toEqual(advice)
  })

  test('is no where the clocks are too far apart for a document to be taken', async () => {
    const { authority, asked } = await scripted({ api: fine, aheadMs: 11 * 60_000 })
    expect(await authority.ready(company)).toEqual({ kind: 'pause', askedMs: null, attention: 'clock_wrong' })
    // While the clock is wrong, its time is asked for again by a request that changes nothing.
    expect(asked.length).toBeGreaterThan(0)
    for (const { method, path, headers } of asked) {
      expect(`${method} ${path}`).toBe('GET /api/v1.0/documenttypes')
      expect(headers['content-type']).toBeUndefined()
      expect(headers['accept-language']).toBe('en')
    }
    expect(await (await scripted({ api: fine, aheadMs: 9 * 60_000 })).authority.ready(company)).toEqual({
      kind: 'go_on',
    })
  })

  test('is asked with a token of its own only when the last one is over', async () => {
    const { authority, logins, clock } = await scripted({ api: fine, login: () => token })
    await Promise.all([authority.ready(company), authority.ready(company)])
    expect(logins).toHaveLength(1)
    clock.pass(3600_000 * 0.8 - 1)
    await authority.ready(company)
    expect(logins).toHaveLength(1)
    clock.pass(1)
    await authority.ready(company)
    expect(logins).toHaveLength(2)
  })

  test('is asked with a new token a minute after one was of another taxpayer, so that a person need not wait an hour', async () => {
    const { authority, logins, clock } = await scripted({ api: fine, login: () => tokenOf('C9876543210:someone') })
    await authority.ready(company)
    clock.pass(59_999)
    await authority.ready(company)
    expect(logins).toHaveLength(1)
    clock.pass(1)
    await authority.ready(company)
    expect(logins).toHaveLength(2)
  })
})
