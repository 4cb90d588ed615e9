import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { person as shape } from '../../../../shared/api/operator/people.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { type Call, type CallNaming, type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Attribution, Person, PersonChange } from '../../store/port/people.ts'
import type { PeopleDeps } from './deps.ts'
import { outletsNamed, shownOutlets } from './outlets.ts'

/**
 * Names to pick from at the sign-in. Open to whoever reaches the gateway, and that is this machine only: who stands
 * before the screen reads them there as well, and a PIN is what they are worth nothing without.
 */
export const listNames =
  ({ people }: PeopleDeps): OperatorHandler<'peopleNames'> =>
  async () => {
    const all = await people.list()
    const items = all
      .filter(({ disabledAt }) => disabledAt === null)
      .map(({ id, name, role, codeUntil }) => ({ id, name, role, needs_one_time_code: codeUntil !== null }))
    return ok({ items })
  }

export const listPeople =
  ({ people, companies }: PeopleDeps): OperatorHandler<'listPeople'> =>
  async () =>
    ok({ items: await Promise.all((await people.list()).map((person) => shown(companies, person))) })

/** Who comes to the shop next week chooses a PIN then; a code that lies about longer is another's. */
const codeLastsMs = 7 * 24 * 3_600_000

/** What somebody is let in with: a PIN that was handed over, or a code to choose one with. */
async function doorKey({ pins, clock }: PeopleDeps, pin: string | null | undefined) {
  if (pin != null) return { code: null, codeUntil: null, kept: await pins.make(pin) }
  return { ...(await pins.makeCode()), codeUntil: clock.now() + codeLastsMs }
}

/** Nobody knows somebody else's PIN. The command line belongs to whoever everything here belongs to. */
function assertOwnPin({ caller }: Call, pin: string | null | undefined, id: string | null): void {
  const isOwn = caller.id === 'control' || (id !== null && caller.person?.personId === id)
  if (pin != null && !isOwn) throw validationFailed([{ pointer: '/pin', code: 'pin_not_own' }])
}

export const createPerson =
  (deps: PeopleDeps): OperatorHandler<'createPerson'> =>
  async (call) => {
    const { people, companies, setupCodes, clock, randomness } = deps
    const { name, role, pin, language } = call.body
    assertOwnPin(call, pin, null)
    const outlets = await outletsNamed(companies, call.body.outlets ?? [])
    if (role === 'owner' && outlets.length > 0) throw ownerSeesAll()
    const { code, codeUntil, kept } = await doorKey(deps, pin)
    const person = {
      id: randomness.guid(),
      name,
      role,
      outlets,
      language: language ?? null,
      createdAt: clock.now(),
      codeUntil,
    }
    const created = await people.create(person, kept, call.caller.by)
    if (created === 'name_taken') throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    if (role === 'owner') setupCodes.drop()
    return ok({ ...(await shown(companies, { ...person, wrongPins: 0, disabledAt: null })), one_time_code: code })
  }

/** Other screens that the person had open ask for the new PIN. */
export const setPin =
  (deps: PeopleDeps): OperatorHandler<'setPin'> =>
  async (call) => {
    const { pin } = call.body
    assertOwnPin(call, pin, call.params.id)
    const { code, codeUntil, kept } = await doorKey(deps, pin)
    const make = async ({ id, attribution }: Wish) => {
      const outcome = await deps.people.setPin(id, kept, attribution, codeUntil)
      deps.pins.forget(id)
      deps.sessions.endAllOf(id, code === null ? call.caller.person?.sessionId : undefined)
      return outcome
    }
    return ok({ ...(await afterChange(deps, call, { make })), one_time_code: code })
  }

export const setRole =
  (deps: PeopleDeps): OperatorHandler<'setRole'> =>
  async (call) => {
    const make = async ({ id, attribution }: Wish) => {
      const changed = await deps.people.setRole(id, call.body.role, attribution)
      if (changed === 'changed') deps.sessions.endAllOf(id)
      return changed
    }
    return ok(await afterChange(deps, call, { make, pointer: '/role' }))
  }

/** What was open shows what it showed before: those sessions end. */
export const setOutlets =
  (deps: PeopleDeps): OperatorHandler<'setOutlets'> =>
  async (call) => {
    const outlets = await outletsNamed(deps.companies, call.body.outlets)
    const make = async ({ id, attribution }: Wish) => {
      const changed = await deps.people.setOutlets(id, outlets, attribution)
      if (changed === 'is_owner') throw ownerSeesAll()
      if (changed === 'changed') deps.sessions.endAllOf(id)
      return changed
    }
    return ok(await afterChange(deps, call, { make }))
  }

const ownerSeesAll = () => validationFailed([{ pointer: '/outlets', code: 'owner_sees_all' }])

export const disablePerson =
  (deps: PeopleDeps): OperatorHandler<'disablePerson'> =>
  async (call) => {
    const make = async ({ id, attribution }: Wish) => {
      const changed = await deps.people.setDisabled(id, true, attribution)
      if (changed === 'changed') deps.sessions.endAllOf(id)
      return changed
    }
    return ok(await afterChange(deps, call, { make }))
  }

export const enablePerson =
  (deps: PeopleDeps): OperatorHandler<'enablePerson'> =>
  async (call) =>
    ok(
      await afterChange(deps, call, { make: ({ id, attribution }) => deps.people.setDisabled(id, false, attribution) }),
    )

interface Wish {
  readonly id: string
  readonly attribution: Attribution
}

interface Change {
  readonly make: (wish: Wish) => Promise<PersonChange>
  /** What of the body is at fault where the last owner would go. */
  readonly pointer?: string
}

/** @throws Fault validation_failed where somebody has to stay the owner; record_not_found where it is nobody */
async function afterChange(
  { people, companies, clock }: PeopleDeps,
  { params: { id }, caller }: CallNaming<'id'>,
  { make, pointer = '' }: Change,
) {
  const outcome = await make({ id, attribution: { by: caller.by, at: clock.now() } })
  if (outcome === 'last_owner') throw validationFailed([{ pointer, code: 'last_owner' }])
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
  created_at: toWire(person.createdAt),
  disabled_at: person.disabledAt === null ? null : toWire(person.disabledAt),
  wrong_pins: person.wrongPins,
  one_time_code_until: person.codeUntil === null ? null : toWire(person.codeUntil),
})
