import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { changePinAsk, choosePinAsk } from '../../../shared/catalogue/shapes/people.ts'
import { type Handler, ok } from '../http/call.ts'
import type { Operator } from '../store/port-people.ts'
import { openSession, type SessionParts, sessionOf, shownSession } from './session.ts'
import { assertPin, assertRight, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

/** Who was given a one-time code chooses a PIN that nobody else knows, and is in. */
export const choosePin =
  (parts: SessionParts): Handler =>
  async (call) => {
    const { operator: given, code, pin } = call.body as z.output<typeof choosePinAsk>
    const operator = await personNamed(parts.people, given, '/operator')
    const endings = parts.sessions.endingsOf(operator.id)
    const verdict = await parts.pins.checkCode(operator, await triedAt(call, 'sign_in', code))
    assertRight(verdict, { pointer: '/code', code: 'wrong_code', otherKind: 'wrong_code' })
    await assertUnchanged(parts, { operator, endings, pointer: '/operator' })
    await keepOwn(parts, operator, pin)
    return ok(await openSession(parts, operator, parts.sessions.endingsOf(operator.id)))
  }

export const changePin =
  (parts: SessionParts): Handler =>
  async (call) => {
    const { pin, new_pin } = call.body as z.output<typeof changePinAsk>
    const { sessionId, operatorId } = personOf(call)
    const operator = await parts.people.byId(operatorId)
    if (!operator) throw new Fault('unauthorized')
    const endings = parts.sessions.endingsOf(operatorId)
    await assertPin(parts.pins, operator, await triedAt(call, 'session', pin))
    await assertUnchanged(parts, { operator, endings, pointer: '/pin' })
    await keepOwn(parts, operator, new_pin, sessionId)
    return ok(await shownSession(sessionOf(call, parts.sessions), parts))
  }

/** @param staysId the one session that goes on */
async function keepOwn(
  { people, pins, sessions, clock }: SessionParts,
  { id, name }: Operator,
  pin: string,
  staysId?: string,
): Promise<void> {
  await people.setPin(id, await pins.make(pin), { by: `person:${name}`, at: clock.now() })
  pins.forget(id)
  sessions.endAllOf(id, staysId)
}
