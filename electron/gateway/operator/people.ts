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
    const items = all
      .filter(({ disabledAt }) => disabledAt === null)
      .map(({ id, name, role, codeUntil }) => ({ id, name, role, needs_code: codeUntil !== null }))
    return ok({ items })
  }

export const listPeople =
  ({ people }: PeopleParts): Handler =>
  async () =>
    ok({ items: (await people.list()).map(shown) })

/** Who comes to the shop next week chooses a PIN then; a code that lies about longer is another's. */
const codeLastsMs = 7 * 24 * 3_600_000

/** What somebody is let in with: a PIN that was handed over, or a code to choose one with. */
async function doorKey({ pins, clock }: PeopleParts, pin: string | null | undefined) {
  if (pin != null) return { code: null, codeUntil: null, kept: await pins.make(pin) }
  return { ...(await pins.makeCode()), codeUntil: clock.now() + codeLastsMs }
}

/** Nobody knows somebody else's PIN. The command line belongs to whoever everything here belongs to. */
function assertOwnPin({ caller }: Call, pin: string | null | undefined, id: string | null): void {
  const isOwn = caller.id === 'control' || (id !== null && caller.person?.operatorId === id)
  if (pin != null && !isOwn) throw validationFailed([{ pointer: '/pin', code: 'pin_not_own' }])
}

export const createPerson =
  (parts: PeopleParts): Handler =>
  async (call) => {
    const { people, setupCodes, clock, randomness } = parts
    const { name, role, pin, language } = call.body as z.output<typeof newPersonAsk>
    assertOwnPin(call, pin, null)
    const { code, codeUntil, kept } = await doorKey(parts, pin)
    const operator = {
      id: randomness.guid(),
      name,
      role,
      language: language ?? null,
      createdAt: clock.now(),
      codeUntil,
    }
    const created = await people.create(operator, kept, call.caller.by)
    if (created === 'name_taken') throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    if (role === 'owner') setupCodes.drop()
    return ok({ ...shown({ ...operator, wrongPins: 0, disabledAt: null }), one_time_code: code })
  }

/** Other screens that the person had open ask for the new PIN. */
export const setPin =
  (parts: PeopleParts): Handler =>
  async (call) => {
    const { pin } = call.body as z.output<typeof newPinAsk>
    assertOwnPin(call, pin, call.params['id'] ?? '')
    const { code, codeUntil, kept } = await doorKey(parts, pin)
    const person = await afterChange(parts, call, async ({ id, deed }) => {
      const outcome = await parts.people.setPin(id, kept, deed, codeUntil)
      parts.pins.forget(id)
      parts.sessions.endAllOf(id, code === null ? call.caller.person?.sessionId : undefined)
      return outcome
    })
    return ok({ ...person, one_time_code: code })
  }

export const setRole = (parts: PeopleParts): Handler =>
  changing(parts, async ({ id, deed, call }) => {
    const { role } = call.body as z.output<typeof newRoleAsk>
    const changed = await parts.people.setRole(id, role, deed)
    if (changed === 'changed') parts.sessions.endAllOf(id)
    return changed
  })

export const disablePerson = (parts: PeopleParts): Handler =>
  changing(parts, async ({ id, deed }) => {
    const changed = await parts.people.setDisabled(id, true, deed)
    if (changed === 'changed') parts.sessions.endAllOf(id)
    return changed
  })

export const enablePerson = (parts: PeopleParts): Handler =>
  changing(parts, ({ id, deed }) => parts.people.setDisabled(id, false, deed))

interface Wish {
  readonly id: string
  readonly deed: Deed
  readonly call: Call
}

const changing =
  (parts: PeopleParts, change: (wish: Wish) => Promise<PersonChange>): Handler =>
  async (call) =>
    ok(await afterChange(parts, call, change))

/** @throws Fault validation_failed where somebody has to stay the owner; record_not_found where it is nobody */
async function afterChange({ people, clock }: PeopleParts, call: Call, change: (wish: Wish) => Promise<PersonChange>) {
  const id = call.params['id'] ?? ''
  const outcome = await change({ id, deed: { by: call.caller.by, at: clock.now() }, call })
  const pointer = 'role' in (call.body as object) ? '/role' : ''
  if (outcome === 'last_owner') throw validationFailed([{ pointer, code: 'last_owner' }])
  const operator = await people.byId(id)
  if (outcome === 'unknown' || !operator) throw new Fault('record_not_found', { says: 'no_such_person' })
  return shown(operator)
}

const shown = (operator: Operator): z.output<typeof shape> => ({
  id: operator.id,
  name: operator.name,
  role: operator.role,
  language: operator.language,
  created_at: toWire(operator.createdAt),
  disabled_at: operator.disabledAt === null ? null : toWire(operator.disabledAt),
  wrong_pins: operator.wrongPins,
  code_until: operator.codeUntil === null ? null : toWire(operator.codeUntil),
})
