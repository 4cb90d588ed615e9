import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { newPersonAsk, newPinAsk, newRoleAsk, person as shape } from '../../../shared/catalogue/shapes/people.ts'
import type { Pins, Sessions, SetupCodes } from '../access.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Clock, Randomness } from '../ports.ts'
import type { Deed, Operator, People, PersonChange } from '../store/port-people.ts'

export interface PeopleParts {
  readonly people: People
  readonly pins: Pins
  readonly sessions: Sessions
  readonly setupCodes: SetupCodes
  readonly clock: Clock
  readonly randomness: Randomness
}

/**
 * Names to pick from at the sign-in. Open to whoever reaches the gateway, and that is this machine only: who stands
 * before the screen reads them there as well, and a PIN is what they are worth nothing without.
 */
export const listNames =
  ({ people }: PeopleParts): Handler =>
  async () => {
    const all = await people.list()
    const items = all.filter(({ disabledAt }) => disabledAt === null).map(({ id, name, role }) => ({ id, name, role }))
    return ok({ items })
  }

export const listPeople =
  ({ people }: PeopleParts): Handler =>
  async () =>
    ok({ items: (await people.list()).map(shown) })

export const createPerson =
  ({ people, pins, setupCodes, clock, randomness }: PeopleParts): Handler =>
  async ({ body, caller }) => {
    const { name, role, pin, language } = body as z.output<typeof newPersonAsk>
    const operator = { id: randomness.guid(), name, role, language: language ?? null, createdAt: clock.now() }
    const created = await people.create(operator, await pins.make(pin), caller.by)
    if (created === 'name_taken') throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    if (role === 'owner') setupCodes.drop()
    return ok(shown({ ...operator, wrongPins: { sign_in: 0, session: 0 }, disabledAt: null }))
  }

/** Other screens that the person had open ask for the new PIN. */
export const setPin = (parts: PeopleParts): Handler =>
  changing(parts, '', async ({ id, deed, call }) => {
    const { pin } = call.body as z.output<typeof newPinAsk>
    const changed = await parts.people.setPin(id, await parts.pins.make(pin), deed)
    parts.pins.forget(id)
    parts.sessions.endAllOf(id, call.caller.person?.sessionId)
    return changed
  })

export const setRole = (parts: PeopleParts): Handler =>
  changing(parts, '/role', async ({ id, deed, call }) => {
    const { role } = call.body as z.output<typeof newRoleAsk>
    const changed = await parts.people.setRole(id, role, deed)
    if (changed === 'changed') parts.sessions.endAllOf(id)
    return changed
  })

export const disablePerson = (parts: PeopleParts): Handler =>
  changing(parts, '', async ({ id, deed }) => {
    const changed = await parts.people.setDisabled(id, true, deed)
    if (changed === 'changed') parts.sessions.endAllOf(id)
    return changed
  })

export const enablePerson = (parts: PeopleParts): Handler =>
  changing(parts, '', ({ id, deed }) => parts.people.setDisabled(id, false, deed))

interface Wish {
  readonly id: string
  readonly deed: Deed
  readonly call: Call
}

/** @param pointer where it is said that somebody has to stay the owner */
const changing =
  ({ people, clock }: PeopleParts, pointer: string, change: (wish: Wish) => Promise<PersonChange>): Handler =>
  async (call) => {
    const id = call.params['id'] ?? ''
    const changed = await change({ id, deed: { by: call.caller.by, at: clock.now() }, call })
    if (changed === 'last_owner') throw validationFailed([{ pointer, code: 'last_owner' }])
    const operator = await people.byId(id)
    if (changed === 'unknown' || !operator) throw new Fault('record_not_found', { says: 'no_such_person' })
    return ok(shown(operator))
  }

const shown = (operator: Operator): z.output<typeof shape> => ({
  id: operator.id,
  name: operator.name,
  role: operator.role,
  language: operator.language,
  created_at: toWire(operator.createdAt),
  disabled_at: operator.disabledAt === null ? null : toWire(operator.disabledAt),
  wrong_pins: Math.max(operator.wrongPins.sign_in, operator.wrongPins.session),
})
