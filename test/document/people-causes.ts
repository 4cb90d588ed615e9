import type { z } from 'zod'
import type { Call } from '../../electron/gateway/http/call.ts'
import { type ApprovalParts, approve } from '../../electron/gateway/operator/approvals.ts'
import { choosePin } from '../../electron/gateway/operator/own-pin.ts'
import { createPerson, disablePerson, type PeopleParts } from '../../electron/gateway/operator/people.ts'
import { type SessionParts, signIn } from '../../electron/gateway/operator/session.ts'
import { type SetupParts, setUp } from '../../electron/gateway/operator/setup.ts'
import { createToken, type TokenParts } from '../../electron/gateway/operator/tokens.ts'
import { type WebhookParts, webhookHandlers } from '../../electron/gateway/webhooks/handlers.ts'
import { Fault, type FaultEntry } from '../../shared/catalogue/faults.ts'
import { entriesOf } from '../../shared/catalogue/findings.ts'
import { newPersonAsk } from '../../shared/catalogue/shapes/people.ts'
import { recordIn } from '../support/records.ts'

type Produce = () => readonly FaultEntry[] | Promise<readonly FaultEntry[]>

const inBody =
  (schema: z.ZodType, body: object): Produce =>
  () =>
    entriesOf(schema.safeParse(body).error?.issues ?? [], body)

/** What a deed of the operator API is refused for. */
const thrownBy =
  (deed: () => Promise<unknown>): Produce =>
  async () => {
    const thrown = await deed().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    return thrown instanceof Fault ? (thrown.details.entries ?? []) : []
  }

const guid = '5e1f0000-0000-4000-8000-000000000001'
const cashier = { id: guid, name: 'Siti', role: 'cashier', disabledAt: null }
const asSiti = { by: 'person:Siti', person: { sessionId: '1', operatorId: guid, name: 'Siti', isLocked: false } }
const asked = (body: object, more: object = {}) =>
  ({ body, params: {}, caller: asSiti, origin: async () => 'desktop', ownerPin: null, ...more }) as unknown as Call
const newPerson = { name: 'Siti', role: 'cashier', pin: '271828' }

/** People of whom one is known, with every PIN wrong. */
const parts = {
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
    checkCode: async () => ({ kind: 'wrong' }),
  },
  sessions: { endingsOf: () => 0 },
  setupCodes: { redeem: () => ({ kind: 'wrong' }) },
  records: { byGuid: async () => ({ seq: 1, record: recordIn('queued', { version: 2 }) }) },
  clock: { now: () => 0 },
  randomness: { guid: () => guid, secret: () => 'c2VjcmV0' },
  refused: () => undefined,
}
const as = <Parts>() => parts as unknown as Parts

const signedInWith = (kind: 'other_kind' | 'closed' | 'elsewhere'): Produce =>
  thrownBy(() => {
    const pins = { ...parts.pins, check: async () => ({ kind }) }
    return signIn({ ...parts, pins } as unknown as SessionParts)(asked({ operator: 'Siti', pin: '271828' }))
  })

const approval = { act: 'void', records: [{ SALE_GUID: guid }], supervisor: 'Siti', pin: '271828' }

/** How the findings about people come about. */
export const peopleCauses = {
  bad_pin: inBody(newPersonAsk, { ...newPerson, pin: '1' }),
  weak_pin: inBody(newPersonAsk, { ...newPerson, pin: '123456' }),
  bad_name: inBody(newPersonAsk, { ...newPerson, name: 'Siti: the second' }),
  name_taken: thrownBy(() => createPerson(as<PeopleParts>())(asked({ ...newPerson, pin: null }))),
  last_owner: thrownBy(() => disablePerson(as<PeopleParts>())(asked({}, { params: { id: guid } }))),
  wrong_pin: thrownBy(() => signIn(as<SessionParts>())(asked({ operator: 'Siti', pin: '271828' }))),
  unknown_person: thrownBy(() => signIn(as<SessionParts>())(asked({ operator: 'Ravi', pin: '271828' }))),
  wrong_setup_code: thrownBy(() => setUp(as<SetupParts>())(asked({ ...newPerson, code: 'A' }))),
  wrong_code: thrownBy(() => choosePin(as<SessionParts>())(asked({ operator: 'Siti', code: 'A', pin: '271828' }))),
  code_needed: signedInWith('other_kind'),
  pin_closed: signedInWith('closed'),
  pin_of_elsewhere: signedInWith('elsewhere'),
  pin_not_own: thrownBy(() => createPerson(as<PeopleParts>())(asked(newPerson))),
  may_not_approve: thrownBy(() => approve(as<ApprovalParts>())(asked(approval))),
  record_changed: thrownBy(() =>
    approve(as<ApprovalParts>())(asked({ ...approval, records: [{ SALE_GUID: guid, VERSION: 1 }] })),
  ),
  admin_of_one_company: thrownBy(() =>
    createToken(as<TokenParts>())(asked({ name: 'Till 1', scopes: ['read', 'admin'], company: 'DEMO' })),
  ),
  bad_webhook_url: thrownBy(() =>
    webhookHandlers(as<WebhookParts>()).addWebhook(asked({ url: 'http://tills.example/' })),
  ),
} as const satisfies Readonly<Record<string, Produce>>
