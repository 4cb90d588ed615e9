import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPeopleParts, type PeopleDeps } from '../../../electron/gateway/features/people/people.ts'
import { peopleRoutes } from '../../../electron/gateway/features/people/routes.ts'
import type { Caller } from '../../../electron/gateway/http/access.ts'
import { systemRandomness } from '../../../electron/gateway/platform/system.ts'
import type { Store } from '../../../electron/gateway/store/port/port.ts'
import type { Records } from '../../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import { Fault } from '../../../shared/api/faults.ts'
import { freshFile } from '../../support/database-file.ts'
import { recordIn } from '../../support/records.ts'
import { twoClocks } from './two-clocks.ts'

const pin = '271828'
const by = { by: 'control', id: 'control', scopes: new Set(), companyGuid: null } as const satisfies Caller
const call = (over: object): never =>
  ({ params: {}, body: {}, caller: by, origin: async () => 'desktop', ...over }) as never

const secrets = { get: async () => null, set: async () => undefined }

describe('a person who is changed while the own PIN is being checked', () => {
  const file = freshFile()
  let store: Store
  let deps: PeopleDeps
  /** The change to Siti right after her PIN was found right. */
  let meanwhile: () => Promise<unknown>
  let siti: string

  function allDeps(): PeopleDeps {
    const clock = twoClocks()
    const log = pino({ enabled: false })
    const refusals = { count: () => undefined }
    const ports = { clock, randomness: systemRandomness, secrets, log }
    const room = openPeopleParts(store, ports, { idleLockMs: 600_000, refusals })
    const { pins } = room
    const slow = {
      make: pins.make.bind(pins),
      forget: pins.forget.bind(pins),
      makeCode: pins.makeCode.bind(pins),
      check: async (...asked: Parameters<typeof pins.check>) => {
        const verdict = await pins.check(...asked)
        await meanwhile()
        return verdict
      },
    }
    const records = { byGuid: async () => ({ seq: 1, record: recordIn('queued') }) as never } as unknown as Records
    const settings = { authority: 'practice', myinvois: null } as const
    const { people, companies, acts } = store
    const beside = {
      randomness: systemRandomness,
      records,
      refusals: { count: () => undefined },
      settings,
      installations: null,
      practice: null,
    }
    return { ...room, pins: slow, people, companies, acts, clock, ...beside }
  }

  beforeEach(async () => {
    store = openSqliteStore(file.path)
    deps = allDeps()
    const made = await deps.pins.make(pin)
    const person = { role: 'supervisor', outlets: [], language: null, createdAt: 0 } as const
    siti = systemRandomness.guid()
    await store.people.create({ ...person, id: siti, name: 'Siti' }, made, 'control')
    await store.people.create({ ...person, id: systemRandomness.guid(), name: 'Ravi', role: 'owner' }, made, 'control')
  })
  afterEach(() => store.upkeep.close())

  const of = (body: object) => call({ params: { id: siti }, body })
  const changes = {
    disabled: () => peopleRoutes(deps).disablePerson(of({})),
    'made a cashier': () => peopleRoutes(deps).setRole(of({ role: 'cashier' })),
    'given another PIN': () => peopleRoutes(deps).setPin(of({ pin: '161803' })),
  }
  const pointersOf = async (call: Promise<unknown>) => {
    const thrown = await call.catch((cause: unknown) => cause)
    return thrown instanceof Fault ? thrown.details.entries?.map(({ pointer, code }) => `${pointer} ${code}`) : thrown
  }

  test.each(Object.keys(changes) as (keyof typeof changes)[])('and is %s does not come in', async (change) => {
    meanwhile = changes[change]
    expect(await pointersOf(peopleRoutes(deps).signIn(call({ body: { operator: 'Siti', pin } })))).toEqual([
      '/operator unknown_person',
    ])
    expect((await store.acts.list(0, 100)).map(({ type }) => type)).not.toContain('signed_in')
  })

  test.each(Object.keys(changes) as (keyof typeof changes)[])('and is %s approves nothing', async (change) => {
    meanwhile = changes[change]
    const person = { sessionId: '1', operatorId: '2', name: 'Aminah', isLocked: false }
    const body = { act: 'void', records: [{ SALE_GUID: '5e1f0000-0000-4000-8000-000000000001' }], supervisor: 'Siti' }
    const asked = call({ caller: { ...by, person }, body: { ...body, pin } })
    expect(await pointersOf(peopleRoutes(deps).approve(asked))).toEqual(['/supervisor unknown_person'])
    expect((await store.acts.list(0, 100)).map(({ type }) => type)).not.toContain('approved')
  })

  test('comes in where it is somebody else who is changed', async () => {
    meanwhile = async () => deps.sessions.changed('Ravi')
    expect(await peopleRoutes(deps).signIn(call({ body: { operator: 'Siti', pin } }))).toMatchObject({ status: 200 })
  })

  test('has no session that was opened before the change and not told of yet', async () => {
    meanwhile = async () => undefined
    const { body } = await peopleRoutes(deps).signIn(call({ body: { operator: 'Siti', pin } }))
    const { token } = body as { readonly token: string }
    expect(await deps.sessions.callerWith(token, false)).not.toBeNull()
    await changes.disabled()
    expect(await deps.sessions.callerWith(token, false)).toBeNull()
  })
})
