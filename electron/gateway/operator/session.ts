import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { roles } from '../../../shared/catalogue/scopes.ts'
import type { newSession, session as shape, signInAsk, unlockAsk } from '../../../shared/catalogue/shapes/people.ts'
import type { Pins, Session, Sessions } from '../access.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { Acts } from '../store/port.ts'
import type { Operator, People } from '../store/port-people.ts'
import { assertPin, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

export interface SessionParts {
  readonly people: People
  readonly acts: Acts
  readonly pins: Pins
  readonly sessions: Sessions
  readonly clock: Clock
  /** Of what a person types at a screen, in base64; null where the secrets cannot be read now. */
  readonly copyKeyOf: (operatorId: string) => Promise<string | null>
}

/** A PIN becomes a session with the scopes of the person's role (contract 3). */
export const signIn =
  (parts: SessionParts): Handler =>
  async (call) => {
    const { operator: given, pin } = call.body as z.output<typeof signInAsk>
    const operator = await personNamed(parts.people, given, '/operator')
    const endings = parts.sessions.endingsOf(operator.id)
    await assertPin(parts.pins, operator, await triedAt(call, 'sign_in', pin))
    return ok(await openSession(parts, operator, endings))
  }

/**
 * @param endings of the person's sessions, as they were before the PIN was checked
 * @throws Fault validation_failed where the person has been changed since
 */
export async function openSession(
  { sessions, people, acts, clock, copyKeyOf }: Omit<SessionParts, 'pins'>,
  operator: Operator,
  endings: number,
): Promise<z.output<typeof newSession>> {
  const { session, secret } = sessions.open(operator)
  try {
    // After it is open: whoever changes the person from here on ends it too.
    await assertUnchanged({ people, sessions }, { operator, endings, pointer: '/operator' })
    await acts.add({ at: clock.now(), by: `person:${operator.name}`, type: 'signed_in', facts: { id: operator.id } })
  } catch (cause) {
    sessions.end(session.id)
    throw cause
  }
  return { token: secret, ...(await shownSession(session, { sessions, copyKeyOf })) }
}

/** Answered also while it is locked; a session that is over is 401. */
export const showSession =
  (parts: SessionParts): Handler =>
  async (call) =>
    ok(await shownSession(sessionOf(call, parts.sessions), parts))

export const lockSession =
  (parts: SessionParts): Handler =>
  async (call) => {
    parts.sessions.lock(personOf(call).sessionId)
    return ok(await shownSession(sessionOf(call, parts.sessions), parts))
  }

export const unlockSession =
  (parts: SessionParts): Handler =>
  async (call) => {
    const { sessions, people, pins } = parts
    const { pin } = call.body as z.output<typeof unlockAsk>
    const { sessionId, operatorId } = personOf(call)
    const operator = await people.byId(operatorId)
    if (!operator) throw new Fault('unauthorized')
    await assertPin(pins, operator, await triedAt(call, 'session', pin))
    sessions.unlock(sessionId)
    return ok(await shownSession(sessionOf(call, sessions), parts))
  }

export const signOut =
  ({ sessions, acts, clock }: SessionParts): Handler =>
  async (call) => {
    const { sessionId, operatorId } = personOf(call)
    sessions.end(sessionId)
    await acts.add({ at: clock.now(), by: call.caller.by, type: 'signed_out', facts: { id: operatorId } })
    return ok({ signed_out: true })
  }

/** @throws Fault unauthorized where it ended since the request came in */
export function sessionOf(call: Call, sessions: Sessions): Session {
  const session = sessions.byId(personOf(call).sessionId)
  if (!session) throw new Fault('unauthorized')
  return session
}

type ShowParts = Pick<SessionParts, 'sessions' | 'copyKeyOf'>

export const shownSession = async (
  { operator, isLocked, endsAt }: Session,
  { sessions: { idleLockMs }, copyKeyOf }: ShowParts,
): Promise<z.output<typeof shape>> => ({
  operator: { id: operator.id, name: operator.name, language: operator.language },
  role: operator.role,
  scopes: [...roles[operator.role]],
  idle_lock_ms: idleLockMs,
  locked: isLocked,
  ends_at: toWire(endsAt),
  // What was typed is read again only after the PIN.
  copy_key: isLocked ? null : await copyKeyOf(operator.id),
})
