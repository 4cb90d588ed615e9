import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import type { Operator } from '../../store/port/people.ts'
import type { PeopleDeps } from './deps.ts'
import { openSession, sessionOf, shownSession } from './session.ts'
import { assertPin, assertRight, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

/** Who was given a one-time code chooses a PIN that nobody else knows, and is in. */
export const choosePin =
  (deps: PeopleDeps): OperatorHandler<'choosePin'> =>
  async (call) => {
    const { operator: given, one_time_code: code, pin } = call.body
    const operator = await personNamed(deps.people, given, '/operator')
    const endings = deps.sessions.endingsOf(operator.id)
    const verdict = await deps.pins.checkCode(operator, await triedAt(call, 'sign_in', code))
    assertRight(verdict, { pointer: '/one_time_code', code: 'wrong_code', otherKind: 'wrong_code' })
    await assertUnchanged(deps, { operator, endings, pointer: '/operator' })
    await keepOwn(deps, operator, pin)
    return ok(await openSession(deps, operator, deps.sessions.endingsOf(operator.id)))
  }

export const changePin =
  (deps: PeopleDeps): OperatorHandler<'changePin'> =>
  async (call) => {
    const { pin, new_pin } = call.body
    const { sessionId, operatorId } = personOf(call)
    const operator = await deps.people.byId(operatorId)
    if (!operator) throw new Fault('unauthorized')
    const endings = deps.sessions.endingsOf(operatorId)
    await assertPin(deps.pins, operator, await triedAt(call, 'session', pin))
    await assertUnchanged(deps, { operator, endings, pointer: '/pin' })
    await keepOwn(deps, operator, new_pin, sessionId)
    return ok(await shownSession(sessionOf(call, deps.sessions), deps))
  }

/** @param staysId the one session that goes on */
async function keepOwn(
  { people, pins, sessions, clock }: PeopleDeps,
  { id, name }: Operator,
  pin: string,
  staysId?: string,
): Promise<void> {
  await people.setPin(id, await pins.make(pin), { by: `person:${name}`, at: clock.now() })
  pins.forget(id)
  sessions.endAllOf(id, staysId)
}
