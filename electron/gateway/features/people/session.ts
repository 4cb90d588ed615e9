import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import type { newSession, session as shape } from '../../../../shared/api/operator/session.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { roles } from '../../../../shared/api/scopes.ts'
import type { Session, Sessions } from '../../http/access.ts'
import { type Call, type OperatorHandler, ok } from '../../http/call.ts'
import type { Person } from '../../store/port/people.ts'
import type { Companies } from '../../store/port/port.ts'
import type { PeopleDeps } from './deps.ts'
import { shownOutlets } from './outlets.ts'
import { assertPin, assertUnchanged, personNamed, personOf, triedAt } from './session-pin.ts'

/** A PIN becomes a session with the scopes of the person's role (contract 3). */
export const signIn =
  (deps: PeopleDeps): OperatorHandler<'signIn'> =>
  async (call) => {
    const { operator: given, pin } = call.body
    const person = await personNamed(deps.people, given, '/operator')
    const endings = deps.sessions.endingsOf(person.id)
    await assertPin(deps.pins, person, await triedAt(call, 'sign_in', pin))
    return ok(await openSession(deps, person, endings))
  }

/**
 * @param endings of the person's sessions, as they were before the PIN was checked
 * @throws Fault validation_failed where the person has been changed since
 */
export async function openSession(
  { sessions, people, companies, acts, clock, copyKeyOf }: PeopleDeps,
  person: Person,
  endings: number,
): Promise<z.output<typeof newSession>> {
  const { session, secret } = sessions.open(person)
  try {
    // After it is open: whoever changes the person from here on ends it too.
    await assertUnchanged({ people, sessions }, { person, endings, pointer: '/operator' })
    await acts.add({ at: clock.now(), by: `person:${person.name}`, type: 'signed_in', facts: { id: person.id } })
  } catch (cause) {
    sessions.end(session.id)
    throw cause
  }
  return { token: secret, ...(await shownSession(session, { sessions, companies, copyKeyOf })) }
}

/** Answered also while it is locked; a session that is over is 401. */
export const showSession =
  (deps: PeopleDeps): OperatorHandler<'session'> =>
  async (call) =>
    ok(await shownSession(sessionOf(call, deps.sessions), deps))

export const lockSession =
  (deps: PeopleDeps): OperatorHandler<'lock'> =>
  async (call) => {
    deps.sessions.lock(personOf(call).sessionId)
    return ok(await shownSession(sessionOf(call, deps.sessions), deps))
  }

export const unlockSession =
  (deps: PeopleDeps): OperatorHandler<'unlock'> =>
  async (call) => {
    const { sessions, people, pins } = deps
    const { pin } = call.body
    const { sessionId, personId } = personOf(call)
    const person = await people.byId(personId)
    if (!person) throw new Fault('unauthorized')
    await assertPin(pins, person, await triedAt(call, 'session', pin))
    sessions.unlock(sessionId)
    return ok(await shownSession(sessionOf(call, sessions), deps))
  }

export const signOut =
  ({ sessions, acts, clock }: PeopleDeps): OperatorHandler<'signOut'> =>
  async (call) => {
    const { sessionId, personId } = personOf(call)
    sessions.end(sessionId)
    await acts.add({ at: clock.now(), by: call.caller.by, type: 'signed_out', facts: { id: personId } })
    return ok({ signed_out: true })
  }

/** @throws Fault unauthorized where it ended since the request came in */
export function sessionOf(call: Call, sessions: Sessions): Session {
  const session = sessions.byId(personOf(call).sessionId)
  if (!session) throw new Fault('unauthorized')
  return session
}

export const shownSession = async (
  { person, isLocked, endsAt }: Session,
  { sessions: { idleLockMs }, companies, copyKeyOf }: Pick<PeopleDeps, 'sessions' | 'companies' | 'copyKeyOf'>,
): Promise<z.input<typeof shape>> => ({
  operator: { id: person.id, name: person.name, language: person.language },
  role: person.role,
  scopes: [...roles[person.role]],
  ...(await shownOutlets(companies, person.outlets)),
  companies: await companiesOf(companies, person),
  idle_lock_ms: idleLockMs,
  locked: isLocked,
  ends_at: toWire(endsAt),
  // What was typed is read again only after the PIN.
  copy_key: isLocked ? null : await copyKeyOf(person.id),
})

async function companiesOf(companies: Pick<Companies, 'list'>, { outlets }: Pick<Person, 'outlets'>) {
  const all = (await companies.list()).map(({ profile }) => profile)
  const seen =
    outlets.length === 0
      ? all
      : all.filter(({ companyGuid }) => outlets.some((outlet) => outlet.companyGuid === companyGuid))
  return seen.map(({ companyCode, timeZone }) => ({ code: companyCode, time_zone: timeZone }))
}
