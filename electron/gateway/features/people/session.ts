import type { z } from 'zod'
import packageJson from '../../../../package.json' with { type: 'json' }
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { newSessionSchema, sessionSchema as shape } from '../../../../shared/api/operator/session.ts'
import { roleScopes } from '../../../../shared/api/scopes.ts'
import { type EnvironmentKind, environmentKinds } from '../../../../shared/domain/installation.ts'
import type { Session } from '../../http/access.ts'
import { type Call, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Person } from '../../store/port/people.ts'
import type { PeopleDeps } from './people.ts'
import {
  assertLongEnough,
  assertPersonUnchanged,
  assertPin,
  assertRightVerdict,
  personOf,
  requirePerson,
} from './proof.ts'
import { shownOutlets } from './staff.ts'

export const sessionRoutes = (deps: PeopleDeps) =>
  ({
    // Open, because no one can sign in yet.
    setup: async () => {
      const { people, settings, installations, practice } = deps
      const { authority, myinvois } = settings
      return ok({
        needed: !(await people.hasOwner()),
        mode: installations?.here ?? modeOf(authority, myinvois?.environment),
        authority,
        environment: myinvois?.environment ?? null,
        app_version: packageJson.version,
        rehearsed: practice?.faults.current().map(({ kind }) => kind) ?? [],
      })
    },
    setUp: setUp(deps),
    // Open: a name is worth nothing without its PIN.
    peopleNames: async () => {
      const people = (await deps.people.list()).filter(({ disabledAt }) => disabledAt === null)
      return ok({
        items: people.map(({ id, name, role, pinDigits }) => ({
          id,
          name,
          role,
          pin_digits: pinDigits,
        })),
      })
    },
    signIn: async (call) => {
      const { operator, pin } = call.body
      const person = await requirePerson(deps.people, operator, '/operator')
      const endings = await assertPin(deps, call, { person, door: 'sign_in', secret: pin, pointer: '/operator' })
      return ok(await openSession(deps, person, endings))
    },
    choosePin: async (call) => {
      const { operator, one_time_code: secret, pin } = call.body
      const person = await requirePerson(deps.people, operator, '/operator')
      await assertPin(deps, call, { person, door: 'sign_in', secret, kind: 'code', pointer: '/operator' })
      await keepOwn(deps, person, { pin, pointer: '/pin' })
      return ok(await openSession(deps, person, deps.sessions.endingsOf(person.id)))
    },
    signOut: async (call) => {
      const { sessionId, personId: id } = personOf(call)
      await deps.sessions.end(sessionId)
      await deps.acts.add({ at: deps.clock.now(), by: call.caller.by, type: 'signed_out', facts: { id } })
      return ok({ signed_out: true })
    },
    session: async (call) => ok(await shownAt(deps, call)),
    lock: async (call) => {
      await deps.sessions.lock(personOf(call).sessionId)
      return ok(await shownAt(deps, call))
    },
    unlock: async (call) => {
      await proveOwn(deps, call)
      await deps.sessions.unlock(personOf(call).sessionId)
      return ok(await shownAt(deps, call))
    },
    changePin: changePin(deps),
  }) satisfies Partial<OperatorHandlers>

const modeOf = (authority: Settings['authority'], environment?: string): EnvironmentKind | null =>
  environmentKinds.find((name) => name === (authority === 'practice' ? authority : environment)) ?? null

/** The code was shown only to the person who started the gateway (contract 1). */
const setUp =
  (deps: PeopleDeps): OperatorHandler<'setUp'> =>
  async ({ body: { code, name, pin, language = null } }) => {
    const { people, pins, setupCodes, randomness, clock } = deps
    assertLongEnough(pin, 'owner', '/pin')
    if (await people.hasOwner()) throw new Fault('route_not_found', { says: 'set_up_already' })
    const verdict = setupCodes.redeem(code)
    if (verdict.kind !== 'right') deps.refusals.count('wrong_code')
    assertRightVerdict(verdict, { pointer: '/code', code: 'wrong_setup_code' })
    const id = randomness.guid()
    const owner = { id, name, role: 'owner', outlets: [], language, createdAt: clock.now() } as const
    try {
      const created = await people.create(owner, await pins.make(pin), 'setup')
      if (created === 'name_taken') throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    } catch (cause) {
      setupCodes.renew()
      throw cause
    }
    const person = { ...owner, wrongPins: 0, codeUntil: null, pinDigits: pin.length, disabledAt: null }
    return ok(await openSession(deps, person, deps.sessions.endingsOf(id)))
  }

async function proveOwn(deps: PeopleDeps, call: Call & { readonly body: { readonly pin: string } }): Promise<Person> {
  const person = await deps.people.byId(personOf(call).personId)
  if (!person) throw new Fault('unauthorized')
  await assertPin(deps, call, { person, door: 'session', secret: call.body.pin, pointer: '/pin' })
  return person
}

const changePin =
  (deps: PeopleDeps): OperatorHandler<'changePin'> =>
  async (call) => {
    const person = await proveOwn(deps, call)
    const { sessionId: staysId } = personOf(call)
    await keepOwn(deps, person, { pin: call.body.new_pin, pointer: '/new_pin', staysId })
    return ok(await shownAt(deps, call))
  }

interface OwnPin {
  readonly pin: string
  readonly pointer: string
  /** The session that is not ended. */
  readonly staysId?: string
}

async function keepOwn(
  { people, pins, sessions, clock }: PeopleDeps,
  { id, name, role }: Person,
  { pin, pointer, staysId }: OwnPin,
): Promise<void> {
  assertLongEnough(pin, role, pointer)
  await people.setPin(id, await pins.make(pin), { by: `person:${name}`, at: clock.now(), staysId })
  pins.forget(id)
  sessions.changed(id)
}

/**
 * @param endings of the person's sessions, before the PIN was checked
 * @throws Fault validation_failed if the person was changed since
 */
async function openSession(
  deps: PeopleDeps,
  person: Person,
  endings: number,
): Promise<z.output<typeof newSessionSchema>> {
  const { sessions, acts, clock } = deps
  const { session, secret } = await sessions.open(person)
  try {
    // Checked after it is open: a later change of the person ends the session, too.
    await assertPersonUnchanged(deps, { person, endings, pointer: '/operator' })
    await acts.add({ at: clock.now(), by: `person:${person.name}`, type: 'signed_in', facts: { id: person.id } })
  } catch (cause) {
    await sessions.end(session.id)
    throw cause
  }
  return { token: secret, ...(await shown(session, deps)) }
}

/** @throws Fault unauthorized if the session ended meanwhile */
async function shownAt(deps: PeopleDeps, call: Call): Promise<z.input<typeof shape>> {
  const session = await deps.sessions.byId(personOf(call).sessionId)
  if (!session) throw new Fault('unauthorized')
  return shown(session, deps)
}

async function shown(
  { person: { id, name, role, outlets, language }, isLocked }: Session,
  { sessions: { idleLockMs }, companies, copyKeyOf }: PeopleDeps,
): Promise<z.input<typeof shape>> {
  const seen = (await companies.list()).filter(
    ({ profile }) => outlets.length === 0 || outlets.some(({ companyGuid }) => companyGuid === profile.companyGuid),
  )
  return {
    operator: { id, name, language },
    role,
    scopes: [...roleScopes[role]],
    ...(await shownOutlets(companies, outlets)),
    companies: seen.map(({ profile }) => ({ code: profile.companyCode, time_zone: profile.timeZone })),
    idle_lock_ms: idleLockMs,
    locked: isLocked,
    copy_key: isLocked ? null : await copyKeyOf(id),
  }
}
