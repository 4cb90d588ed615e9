import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Person } from '../../store/port/people.ts'
import type { PeopleDeps } from './deps.ts'
import { openSession, sessionOf, shownSession } from './session.ts'
import { assertPin, assertRight, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

/** Who was given a one-time code chooses a PIN that nobody else knows, and is in. */
export const choosePin =
  (deps: PeopleDeps): OperatorHandler<'choosePin'> =>
  async (call) => {
    const { operator: given, one_time_code: code, pin } = call.body
    const person = await personNamed(deps.people, given, '/operator')
    const endings = deps.sessions.endingsOf(person.id)
    const verdict = await deps.pins.checkCode(person, await triedAt(call, 'sign_in', code))
    assertRight(verdict, { pointer: '/one_time_code', code: 'wrong_code', otherKind: 'wrong_code' })
    await assertUnchanged(deps, { person, endings, pointer: '/operator' })
    await keepOwn(deps, person, pin)
    return ok(await openSession(deps, person, deps.sessions.endingsOf(person.id)))
  }

export const changePin =
  (deps: PeopleDeps): OperatorHandler<'changePin'> =>
  async (call) => {
    const { pin, new_pin } = call.body
    const { sessionId, personId } = personOf(call)
    const person = await deps.people.byId(personId)
    if (!person) throw new Fault('unauthorized')
    const endings = deps.sessions.endingsOf(personId)
    await assertPin(deps.pins, person, await triedAt(call, 'session', pin))
    await assertUnchanged(deps, { person, endings, pointer: '/pin' })
    await keepOwn(deps, person, new_pin, sessionId)
    return ok(await shownSession(sessionOf(call, deps.sessions), deps))
  }

/** @param staysId the one session that goes on */
async function keepOwn(
  { people, pins, sessions, clock }: PeopleDeps,
  { id, name }: Person,
  pin: string,
  staysId?: string,
): Promise<void> {
  await people.setPin(id, await pins.make(pin), { by: `person:${name}`, at: clock.now() })
  pins.forget(id)
  sessions.endAllOf(id, staysId)
}
