import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { personSchema as shape } from '../../../../shared/api/operator/people.ts'
import type { outletKeySchema } from '../../../../shared/api/operator/session.ts'
import { toIsoTimeOrNull } from '../../../../shared/api/record-to-wire.ts'
import type { OutletKey } from '../../../../shared/domain/outlet.ts'
import { type Call, type CallWithParam, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Attribution, Person, PersonChangeResult } from '../../store/port/people.ts'
import type { PeopleDeps } from './people.ts'
import { assertLongEnough } from './proof.ts'

export const staffRoutes = (deps: PeopleDeps) =>
  ({
    listPeople: async () => {
      const people = await deps.people.list()
      return ok({ items: await Promise.all(people.map((person) => shown(deps.companies, person))) })
    },
    createPerson: createPerson(deps),
    setPin: async (call) => {
      const { pin } = call.body
      const { role = 'owner' } = (await deps.people.byId(call.params.id)) ?? {}
      if (role !== 'cashier') assertOwnPin(call, pin, call.params.id)
      assertLongEnough(pin ?? null, role, '/pin')
      const { code, codeUntil, kept } = await doorKey(deps, pin)
      const make: Make = (id, attribution) => deps.people.setPin(id, kept, attribution, codeUntil)
      const staysId = code === null ? call.caller.person?.sessionId : undefined
      const changed = await change(deps, call, { make, staysId })
      deps.pins.forget(call.params.id)
      return ok({ ...changed, one_time_code: code })
    },
    setRole: async (call) => {
      const { people } = deps
      const { id } = call.params
      const { role } = call.body
      const isPromoted = role !== 'cashier' && (await people.byId(id))?.role === 'cashier'
      // Others may know the PIN of a cashier, and it may be short.
      const key = isPromoted ? await doorKey(deps, null) : null
      const make: Make = async (_, attribution) => {
        if (key) await people.setPin(id, key.kept, attribution, key.codeUntil)
        return people.setRole(id, role, attribution)
      }
      return ok({ ...(await change(deps, call, { make, pointer: '/role' })), one_time_code: key?.code ?? null })
    },
    // Open screens show what the person could see before: those sessions end.
    setOutlets: async (call) => {
      const outlets = await outletsNamed(deps.companies, call.body.outlets)
      return ok(
        await change(deps, call, { make: (id, attribution) => deps.people.setOutlets(id, outlets, attribution) }),
      )
    },
    disablePerson: async (call) =>
      ok(await change(deps, call, { make: (id, attribution) => deps.people.setDisabled(id, true, attribution) })),
    enablePerson: async (call) => {
      const make: Make = (id, attribution) => deps.people.setDisabled(id, false, attribution)
      return ok(await change(deps, call, { make }))
    },
  }) satisfies Partial<OperatorHandlers>

const createPerson =
  (deps: PeopleDeps): OperatorHandler<'createPerson'> =>
  async (call) => {
    const { people, companies, setupCodes, clock, randomness } = deps
    const { name, role, pin, language = null } = call.body
    if (role !== 'cashier') assertOwnPin(call, pin, null)
    assertLongEnough(pin ?? null, role, '/pin')
    const outlets = await outletsNamed(companies, call.body.outlets ?? [])
    if (role === 'owner' && outlets.length > 0) throw ownerSeesAll()
    const { code, codeUntil, kept } = await doorKey(deps, pin)
    const person = { id: randomness.guid(), name, role, outlets, language, createdAt: clock.now(), codeUntil }
    const created = await people.create(person, kept, call.caller.by)
    if (created === 'name_taken') throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    if (role === 'owner') setupCodes.drop()
    return ok({
      ...(await shown(companies, { ...person, wrongPins: 0, pinDigits: null, disabledAt: null })),
      one_time_code: code,
    })
  }

/** Long enough for a person who begins next week. */
const codeLastsMs = 7 * 24 * 3_600_000

async function doorKey({ pins, clock }: PeopleDeps, pin: string | null | undefined) {
  if (pin != null) return { code: null, codeUntil: null, kept: await pins.make(pin) }
  return { ...(await pins.makeCode()), codeUntil: clock.now() + codeLastsMs }
}

/** Only the person knows a PIN, but a cashier's may be set by another. The holder of the control token may set any. */
function assertOwnPin({ caller }: Call, pin: string | null | undefined, id: string | null): void {
  const isOwn = caller.id === 'control' || (id !== null && caller.person?.personId === id)
  if (pin != null && !isOwn) throw validationFailed([{ pointer: '/pin', code: 'pin_not_own' }])
}

const ownerSeesAll = () => validationFailed([{ pointer: '/outlets', code: 'owner_sees_all' }])

type Make = (id: string, attribution: Attribution) => Promise<PersonChangeResult | 'is_owner'>

interface Change {
  readonly make: Make
  /** The field of the body that is wrong if the last owner would go. */
  readonly pointer?: string
  /** The session of the person that is not ended. */
  readonly staysId?: string | undefined
}

/** @throws Fault validation_failed if no owner would be left; record_not_found if there is no such person */
async function change(
  { people, companies, sessions, clock }: PeopleDeps,
  { params: { id }, caller }: CallWithParam<'id'>,
  { make, pointer = '', staysId }: Change,
) {
  const outcome = await make(id, { by: caller.by, at: clock.now(), staysId })
  if (outcome === 'is_owner') throw ownerSeesAll()
  if (outcome === 'last_owner') throw validationFailed([{ pointer, code: 'last_owner' }])
  if (outcome === 'changed') sessions.changed(id)
  const person = await people.byId(id)
  if (outcome === 'unknown' || !person) throw new Fault('record_not_found', { says: 'no_such_person' })
  return shown(companies, person)
}

const shown = async (companies: PeopleDeps['companies'], person: Person): Promise<z.input<typeof shape>> => ({
  id: person.id,
  name: person.name,
  role: person.role,
  ...(await shownOutlets(companies, person.outlets)),
  language: person.language,
  disabled_at: toIsoTimeOrNull(person.disabledAt),
  wrong_pins: person.wrongPins,
  one_time_code_until: toIsoTimeOrNull(person.codeUntil),
})

type Named = z.output<typeof outletKeySchema>

/**
 * An outlet without sales may be named: it opens next week. @throws Fault validation_failed if there is no such company
 */
async function outletsNamed(
  companies: PeopleDeps['companies'],
  given: readonly Named[],
): Promise<readonly OutletKey[]> {
  const found = await Promise.all(given.map(({ company }) => companies.byCode(company)))
  const unknown = [...found.entries()].filter(([, company]) => !company)
  if (unknown.length > 0)
    throw validationFailed(unknown.map(([at]) => ({ pointer: `/outlets/${at}/company`, code: 'company_unknown' })))
  const outlets = given.map(({ outlet }, at) => ({
    companyGuid: found[at]?.profile.companyGuid ?? '',
    outletName: outlet,
  }))
  return [...new Map(outlets.map((outlet) => [JSON.stringify(outlet), outlet])).values()]
}

/** @returns nothing for a person who sees all outlets */
export async function shownOutlets(
  companies: PeopleDeps['companies'],
  outlets: readonly OutletKey[],
): Promise<{ readonly outlets?: Named[] }> {
  if (outlets.length === 0) return {}
  const codes = new Map((await companies.list()).map(({ profile }) => [profile.companyGuid, profile.companyCode]))
  return {
    outlets: outlets.map(({ companyGuid, outletName }) => ({
      company: codes.get(companyGuid) ?? '',
      outlet: outletName,
    })),
  }
}
