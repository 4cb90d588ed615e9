import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatorEndpoint } from '../../shared/api/axes.ts'
import { catalogue } from '../../shared/api/catalogue.ts'
import { operator } from '../../shared/api/operator.ts'
import { type Demand, type Role, roleNames, roles, type Scope } from '../../shared/api/scopes.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { addPerson, signIn } from '../support/people.ts'
import { raw } from '../support/raw.ts'

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
  readonly scope: Demand
}
const filled = (path: string) => path.replace(/\{\w+\}/g, '99999999-0000-4000-8000-000000000000')
const rowOf = (root: string, { method, path, scope }: Pick<OperatorEndpoint, 'method' | 'path' | 'scope'>): Row => ({
  name: `${method} ${root}${path}`,
  method,
  path: `${root}${filled(path)}`,
  scope,
})
/** What ends the session it is called in would take the others' turn. */
const isLast = ({ path }: Row) => path.endsWith('/sign_out') || path.endsWith('/session/lock')
const all: readonly Row[] = [
  ...catalogue.map((endpoint) => rowOf('/v1', endpoint)),
  ...Object.values(operator).map((row) => rowOf('/operator/v1', row)),
  { name: 'GET /metrics', method: 'GET', path: '/metrics', scope: 'admin' },
]
const rows = all.filter((row) => !isLast(row))

const refusalOf = async (row: Row, who: Role | 'till' | null) => {
  const bearer = who === null ? null : bearers.get(who)
  // Without a body a request that is let in goes no further than the check of its body: nothing is done by it.
  const answer = await raw(shop.port, {
    method: row.method,
    path: row.path === '/operator/v1/events' ? `${row.path}?after=x` : row.path,
    headers: { 'content-type': 'application/json', ...(bearer != null && { authorization: `Bearer ${bearer}` }) },
  })
  return answer.status === 401 || answer.status === 403
    ? (JSON.parse(answer.text) as { readonly code: string }).code
    : null
}

const may = (role: Role, scope: Demand): boolean => {
  const own: readonly Scope[] = roles[role]
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
