import type { z } from 'zod'
import type { PeopleDeps } from '../../electron/gateway/features/people/people.ts'
import { peopleRoutes } from '../../electron/gateway/features/people/routes.ts'
import { type TokenDeps, tokensRoutes } from '../../electron/gateway/features/tokens/routes.ts'
import { type WebhookDeps, webhooksRoutes } from '../../electron/gateway/features/webhooks/routes.ts'
import { Fault, type FieldFault, faultsOfIssues } from '../../shared/api/faults.ts'
import { newPersonRequestSchema } from '../../shared/api/operator/people.ts'
import { recordIn } from '../support/records.ts'

export type Produce = () => readonly FieldFault[] | Promise<readonly FieldFault[]>

const inBody =
  (schema: z.ZodType, body: object): Produce =>
  () =>
    faultsOfIssues(schema.safeParse(body).error?.issues ?? [], body)

/** The fault that a call of the operator API throws. */
export const thrownBy =
  (task: () => Promise<unknown>): Produce =>
  async () => {
    const thrown = await task().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    return thrown instanceof Fault ? (thrown.details.entries ?? []) : []
  }

const guid = '5e1f0000-0000-4000-8000-000000000001'
const cashier = { id: guid, name: 'Siti', role: 'cashier', disabledAt: null }
const asSiti = {
  by: 'person:Siti',
  companyGuid: null,
  person: { sessionId: '1', personId: guid, name: 'Siti', isLocked: false },
}
const asked = (body: object, more: object = {}): never =>
  ({ body, params: {}, caller: asSiti, origin: async () => 'desktop', ownerPin: null, ...more }) as never
const newPerson = { name: 'Siti', role: 'cashier', pin: '271828' }

/** A store with one person, for whom every PIN is wrong. */
const deps = {
  people: {
    byId: async () => cashier,
    byName: async (name: string) => (name === 'Siti' ? cashier : null),
    hasOwner: async () => false,
    create: async () => 'name_taken',
    setDisabled: async () => 'last_owner',
  },
  pins: {
    make: async () => ({}),
    makeCode: async () => ({ code: 'A', kept: {} }),
    check: async () => ({ kind: 'wrong' }),
  },
  sessions: { endingsOf: () => 0 },
  setupCodes: { redeem: () => ({ kind: 'wrong' }) },
  records: { byGuid: async () => ({ seq: 1, record: recordIn('queued', { version: 2 }) }) },
  clock: { now: () => 0 },
  randomness: { guid: () => guid, secret: () => 'c2VjcmV0' },
  refusals: { count: () => undefined },
}
const as = <Parts>() => deps as unknown as Parts

const signedInWith = (kind: 'other_kind' | 'closed' | 'elsewhere'): Produce =>
  thrownBy(() => {
    const pins = { ...deps.pins, check: async () => ({ kind }) }
    return peopleRoutes({ ...deps, pins } as unknown as PeopleDeps).signIn(asked({ operator: 'Siti', pin: '271828' }))
  })

const approval = { act: 'void', records: [{ SALE_GUID: guid }], supervisor: 'Siti', pin: '271828' }

/** For each code about people a request that causes it. */
export const peopleCauses = {
  bad_pin: inBody(newPersonRequestSchema, { ...newPerson, pin: '1' }),
  weak_pin: inBody(newPersonRequestSchema, { ...newPerson, pin: '123456' }),
  bad_name: inBody(newPersonRequestSchema, { ...newPerson, name: 'Siti: the second' }),
  name_taken: thrownBy(() => peopleRoutes(as<PeopleDeps>()).createPerson(asked({ ...newPerson, pin: null }))),
  last_owner: thrownBy(() => peopleRoutes(as<PeopleDeps>()).disablePerson(asked({}, { params: { id: guid } }))),
  wrong_pin: thrownBy(() => peopleRoutes(as<PeopleDeps>()).signIn(asked({ operator: 'Siti', pin: '271828' }))),
  unknown_person: thrownBy(() => peopleRoutes(as<PeopleDeps>()).signIn(asked({ operator: 'Ravi', pin: '271828' }))),
  wrong_setup_code: thrownBy(() => peopleRoutes(as<PeopleDeps>()).setUp(asked({ ...newPerson, code: 'A' }))),
  wrong_code: thrownBy(() =>
    peopleRoutes(as<PeopleDeps>()).choosePin(asked({ operator: 'Siti', one_time_code: 'A', pin: '271828' })),
  ),
  code_needed: signedInWith('other_kind'),
  pin_closed: signedInWith('closed'),
  pin_of_elsewhere: signedInWith('elsewhere'),
  pin_not_own: thrownBy(() => peopleRoutes(as<PeopleDeps>()).createPerson(asked({ ...newPerson, role: 'supervisor' }))),
  may_not_approve: thrownBy(() => peopleRoutes(as<PeopleDeps>()).approve(asked(approval))),
  owner_sees_all: thrownBy(() =>
    peopleRoutes({
      ...as<PeopleDeps>(),
      people: { ...deps.people, setOutlets: async () => 'is_owner' },
    } as unknown as PeopleDeps).setOutlets(asked({ outlets: [] }, { params: { id: guid } })),
  ),
  record_changed: thrownBy(() =>
    peopleRoutes(as<PeopleDeps>()).approve(asked({ ...approval, records: [{ SALE_GUID: guid, version: 1 }] })),
  ),
  admin_of_one_company: thrownBy(() =>
    tokensRoutes(as<TokenDeps>()).createToken(asked({ name: 'Till 1', scopes: ['read', 'admin'], company: 'DEMO' })),
  ),
  bad_webhook_url: thrownBy(() =>
    webhooksRoutes(as<WebhookDeps>()).addWebhook(asked({ url: 'http://tills.example/' })),
  ),
  webhook_elsewhere: thrownBy(() =>
    webhooksRoutes({ ...as<WebhookDeps>(), practice: {} }).addWebhook(asked({ url: 'https://tills.example/' })),
  ),
  webhook_inside: thrownBy(() =>
    webhooksRoutes({ ...as<WebhookDeps>(), leadsOutside: async () => false }).addWebhook(
      asked({ url: 'https://192.168.0.5/' }),
    ),
  ),
} as const satisfies Readonly<Record<string, Produce>>
