import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorEndpoint } from '../../shared/api/axes.ts'
import { interfaceCatalogue } from '../../shared/api/catalogue.ts'
import { operatorApi } from '../../shared/api/operator.ts'
import { type RequiredScope, type Role, roleNames, roleScopes, type Scope } from '../../shared/api/scopes.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, faultsOf, type Person, pins, send, signIn, tryPin } from '../support/people.ts'
import { raw } from '../support/raw.ts'

describe('people', () => {
  let shop: TestGateway
  let owner: Person
  let bearer: string
  beforeAll(async () => {
    shop = await startGateway()
    owner = await addPerson(shop, 'Aminah', 'owner')
    bearer = await signIn(shop, owner)
  })
  afterAll(() => shop.close())

  const confirmed = () => ({ 'x-owner-pin': owner.pin })
  const ask = (path: string, body: unknown) =>
    send(shop, 'POST', `/operator/v1/people${path}`, { bearer, body, headers: confirmed() })
  const choose = (operator: string, one_time_code: unknown, pin: string) =>
    send(shop, 'POST', '/operator/v1/sign_in/code', { body: { operator, one_time_code, pin } })
  const statusOf = async (session: string) =>
    (await send(shop, 'GET', '/operator/v1/session', { bearer: session })).status

  test('an owner lets somebody in, changes the PIN and the role, and shows the door', async () => {
    const siti = await addPerson(shop, 'Siti', 'cashier')
    let session = await signIn(shop, siti)

    const handed = await ask(`/${siti.id}/pin`, {})
    expect(handed.body).toMatchObject({ name: 'Siti', wrong_pins: 0, one_time_code_until: expect.stringMatching(/Z$/) })
    expect(await statusOf(session)).toBe(401)
    expect(faultsOf(await tryPin(shop, 'Siti', siti.pin))).toEqual(['/pin code_needed'])
    expect(faultsOf(await choose('Siti', 'AAAAA-AAAAA', '314159'))).toEqual(['/one_time_code wrong_code'])
    expect(faultsOf(await choose('Siti', handed.body['one_time_code'], '123456'))).toEqual(['/pin weak_pin'])
    expect((await choose('Siti', handed.body['one_time_code'], '314159')).body).toMatchObject({
      role: 'cashier',
      locked: false,
    })
    expect(faultsOf(await choose('Siti', handed.body['one_time_code'], '265358'))).toEqual([
      '/one_time_code wrong_code',
    ])
    session = await signIn(shop, { ...siti, pin: '314159' })

    const promoted = (await ask(`/${siti.id}/role`, { role: 'supervisor' })).body
    expect(promoted).toMatchObject({ role: 'supervisor', one_time_code: expect.any(String) })
    expect(await statusOf(session)).toBe(401)
    expect(faultsOf(await ask(`/${siti.id}/pin`, { pin: '265358' }))).toEqual(['/pin pin_not_own'])
    // Other people may have known the PIN of a cashier, so it does not hold after the change of role.
    expect(faultsOf(await tryPin(shop, 'Siti', '314159'))).toEqual(['/pin code_needed'])
    expect(faultsOf(await choose('Siti', promoted['one_time_code'], '7391'))).toEqual(['/pin bad_pin'])
    expect((await choose('Siti', promoted['one_time_code'], '265358')).status).toBe(200)
    session = await signIn(shop, { ...siti, pin: '265358' })

    expect((await ask(`/${siti.id}/disable`, {})).body['disabled_at']).toMatch(/Z$/)
    expect(await statusOf(session)).toBe(401)
    expect(faultsOf(await tryPin(shop, 'Siti', '314159'))).toEqual(['/operator unknown_person'])
    const names = (await send(shop, 'GET', '/operator/v1/people/names')).body['items']
    expect(names).toEqual([{ id: owner.id, name: 'Aminah', role: 'owner', pin_digits: 6 }])
    const everybody = (await send(shop, 'GET', '/operator/v1/people', { bearer })).body['items']
    expect(everybody).toMatchObject([{ name: 'Aminah' }, { name: 'Siti', role: 'supervisor' }])

    expect((await ask(`/${siti.id}/enable`, {})).body['disabled_at']).toBeNull()
    expect((await tryPin(shop, 'Siti', '265358')).status).toBe(200)
  })

  test('the last owner stays, and keeps the session in which the PIN was changed', async () => {
    expect(faultsOf(await ask(`/${owner.id}/role`, { role: 'cashier' }))).toEqual(['/role last_owner'])
    expect(faultsOf(await ask(`/${owner.id}/disable`, {}))).toEqual([' last_owner'])
    expect(await statusOf(bearer)).toBe(200)
    const other = await signIn(shop, owner)
    expect((await ask(`/${owner.id}/pin`, { pin: pins.Aminah })).status).toBe(200)
    expect([await statusOf(bearer), await statusOf(other)]).toEqual([200, 401])
  })

  test('an owner gives a cashier a PIN of four digits, and no one else one', async () => {
    expect(faultsOf(await ask('', { name: 'Zul', role: 'supervisor', pin: '7391' }))).toEqual(['/pin pin_not_own'])
    const zul = (await ask('', { name: 'Zul', role: 'cashier', pin: '7391' })).body
    expect(zul).toMatchObject({ one_time_code: null, one_time_code_until: null })
    const names = (await send(shop, 'GET', '/operator/v1/people/names')).body['items']
    expect(names).toContainEqual({
      id: zul['id'],
      name: 'Zul',
      role: 'cashier',
      pin_digits: 4,
    })
    expect((await tryPin(shop, 'Zul', '7391')).status).toBe(200)
    expect((await ask(`/${String(zul['id'])}/pin`, { pin: '82640' })).body['one_time_code']).toBeNull()
    expect((await tryPin(shop, 'Zul', '82640')).status).toBe(200)
  })

  test('what cannot be is refused with its reason', async () => {
    const refused = async (body: object) => faultsOf(await ask('', { name: 'Ravi', role: 'cashier', ...body }))
    expect(await refused({ name: 'AMINAH' })).toEqual(['/name name_taken'])
    expect(await refused({ name: 'Ravi:2' })).toEqual(['/name bad_name'])
    expect(await refused({ name: ' Ravi' })).toEqual(['/name bad_text'])
    expect(await refused({ role: 'boss' })).toEqual(['/role not_listed'])
    expect(await refused({ pin: '123' })).toEqual(['/pin bad_pin'])
    expect(await refused({ pin: '000000' })).toEqual(['/pin weak_pin'])
    expect(await refused({ pin: 271828 })).toEqual(['/pin wrong_type'])
    const nobody = await ask('/99999999-0000-4000-8000-000000000000/role', { role: 'cashier' })
    expect([nobody.status, nobody.body.code]).toEqual([404, 'record_not_found'])
    expect(nobody.body.detail).toContain('no such person')
  })

  test('somebody new chooses a PIN that the owner never saw, once, and comes in (SE4)', async () => {
    const made = await ask('', { name: 'Ravi', role: 'supervisor' })
    expect(made.body['one_time_code']).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const names = (await send(shop, 'GET', '/operator/v1/people/names')).body['items']
    expect(names).toContainEqual({
      id: made.body['id'],
      name: 'Ravi',
      role: 'supervisor',
      pin_digits: null,
    })
    const session = await choose('Ravi', String(made.body['one_time_code']).toLowerCase(), pins.Ravi)
    expect([session.status, await statusOf(String(session.body['token']))]).toEqual([200, 200])
    const acts = (await shop.gateway.store.acts.list(0, 1_000)).filter(({ by }) => by === 'person:Ravi')
    expect(acts.map(({ type }) => type)).toEqual(['operator_pin_set', 'signed_in'])
    expect(JSON.stringify(await shop.gateway.store.acts.list(0, 1_000))).not.toContain(
      String(made.body['one_time_code']),
    )
    const other = await signIn(shop, { id: '', name: 'Ravi', pin: pins.Ravi })
    const change = (pin: string, new_pin: string) =>
      send(shop, 'POST', '/operator/v1/session/pin', { bearer: other, body: { pin, new_pin } })
    expect(faultsOf(await change('999888', '265358'))).toEqual(['/pin wrong_pin'])
    expect((await change(pins.Ravi, '265358')).status).toBe(200)
    expect([await statusOf(other), await statusOf(String(session.body['token']))]).toEqual([200, 401])
  })

  const calls = [
    ['POST', '/people', { name: 'Zul', role: 'owner' }],
    ['POST', '/people/ID/pin', {}],
    ['POST', '/people/ID/role', { role: 'owner' }],
    ['POST', '/people/ID/disable', {}],
    ['POST', '/people/ID/enable', {}],
    ['POST', '/tokens', { name: 'Another', scopes: ['admin'] }],
    ['POST', '/webhooks', { url: 'http://127.0.0.1:9/' }],
    ['POST', '/companies/credentials', { COMPANY_CODE: 'DEMO', CLIENT_ID: 'a', CLIENT_SECRET: 'b' }],
  ] as const

  test.each(calls)(
    '%s %s needs an owner’s PIN now, whatever token or screen it comes from (LO22)',
    async (method, path, body) => {
      const where = `/operator/v1${path.replace('ID', owner.id)}`
      const token = await shop.token({ scopes: ['admin'] })
      const before = JSON.stringify(await shop.gateway.store.people.list())
      const refusals = [
        await send(shop, method, where, { bearer: token, body }),
        await send(shop, method, where, { bearer: await signIn(shop, owner), body }),
        await send(shop, method, where, { bearer: token, body, headers: confirmed() }),
        await send(shop, method, where, { bearer: token, body, headers: { ...confirmed(), 'x-owner': 'Ravi' } }),
      ]
      expect(refusals.map((answer) => [answer.status, answer.body.code])).toEqual(
        refusals.map(() => [403, 'insufficient_scope']),
      )
      expect(refusals[0]?.body.detail).toContain('X-Owner-Pin')
      expect(JSON.stringify(await shop.gateway.store.people.list())).toBe(before)
    },
  )

  test('with an owner’s PIN a program changes people too, and the journal names both', async () => {
    const token = await shop.token({ scopes: ['admin'] })
    const add = (pin: string) =>
      send(shop, 'POST', '/operator/v1/people', {
        bearer: token,
        body: { name: 'Mei', role: 'cashier' },
        headers: { 'x-owner-pin': pin, 'x-owner': 'Aminah' },
      })
    expect(faultsOf(await add('999888'))).toEqual(['/pin wrong_pin'])
    expect((await add(owner.pin)).status).toBe(200)
    const acts = await shop.gateway.store.acts.list(0, 1_000)
    expect(acts.findLast(({ type }) => type === 'operator_created')?.by).toBe('person:Aminah for token:Till 1')
    expect(acts.findLast(({ type }) => type === 'wrong_pin')?.by).toBe('token:Till 1')
  })
})

describe('roles', () => {
  let shop: TestGateway
  const bearers = new Map<Role | 'till', string>()
  beforeAll(async () => {
    shop = await startGateway()
    const names = { cashier: 'Siti', supervisor: 'Ravi', owner: 'Aminah' } as const
    for (const role of roleNames) bearers.set(role, await signIn(shop, await addPerson(shop, names[role], role)))
    bearers.set('till', await shop.token())
  })
  afterAll(() => shop.close())

  interface Row {
    readonly name: string
    readonly method: 'GET' | 'POST'
    readonly path: string
    readonly scope: RequiredScope
  }
  const filled = (path: string) => path.replace(/\{\w+\}/g, '99999999-0000-4000-8000-000000000000')
  const rowOf = (root: string, { method, path, scope }: Pick<OperatorEndpoint, 'method' | 'path' | 'scope'>): Row => ({
    name: `${method} ${root}${path}`,
    method,
    path: `${root}${filled(path)}`,
    scope,
  })
  /** Calls that end the session come last. */
  const isLast = ({ path }: Row) => path.endsWith('/sign_out') || path.endsWith('/session/lock')
  const all: readonly Row[] = [
    ...interfaceCatalogue.map((endpoint) => rowOf('/v1', endpoint)),
    ...Object.values(operatorApi).map((row) => rowOf('/operator/v1', row)),
    { name: 'GET /metrics', method: 'GET', path: '/metrics', scope: 'admin' },
  ]
  const rows = all.filter((row) => !isLast(row))

  const refusalOf = async (row: Row, who: Role | 'till' | null) => {
    const bearer = who === null ? null : bearers.get(who)
    // Without a body an allowed request is refused at the check of its body, so it changes nothing.
    const answer = await raw(shop.port, {
      method: row.method,
      path: row.path === '/operator/v1/events' ? `${row.path}?after=x` : row.path,
      headers: { 'content-type': 'application/json', ...(bearer != null && { authorization: `Bearer ${bearer}` }) },
    })
    return answer.status === 401 || answer.status === 403
      ? (JSON.parse(answer.text) as { readonly code: string }).code
      : null
  }

  const may = (role: Role, scope: RequiredScope): boolean => {
    const own: readonly Scope[] = roleScopes[role]
    return scope === 'any' || scope === 'open' || scope === 'person' || own.includes(scope)
  }

  describe.each(rows)('$name', (row) => {
    test.each(roleNames)('lets a %s in where the role has its scope, and nowhere else', async (role) => {
      expect(await refusalOf(row, role)).toBe(may(role, row.scope) ? null : 'insufficient_scope')
    })

    test('is closed to who is not signed in, unless it is open to everybody', async () => {
      expect(await refusalOf(row, null)).toBe(row.scope === 'open' ? null : 'unauthorized')
    })

    if (row.scope === 'person')
      test('is for people, not for a till with every scope', async () => {
        expect(await refusalOf(row, 'till')).toBe('insufficient_scope')
      })
  })

  test('cashiers are refused on every route of supervisors and owners (LO11)', async () => {
    const above = rows.filter(({ scope }) => scope === 'void' || scope === 'cancel' || scope === 'admin')
    expect(above.filter(({ path }) => path.startsWith('/v1/'))).toHaveLength(24)
    expect(above.length).toBeGreaterThan(40)
    const refusals = await Promise.all(above.map((row) => refusalOf(row, 'cashier')))
    expect(new Set(refusals)).toEqual(new Set(['insufficient_scope']))
  })

  test('only the set-up, the sign-in and the names to pick from are open', () => {
    const open = all.filter(({ scope }) => scope === 'open').map(({ name }) => name)
    expect(open.toSorted()).toEqual([
      'GET /operator/v1/people/names',
      'GET /operator/v1/setup',
      'POST /operator/v1/setup',
      'POST /operator/v1/sign_in',
      'POST /operator/v1/sign_in/code',
    ])
  })
})
