import { Fault } from '../../../../shared/api/faults.ts'
import type { Caller } from '../../http/access.ts'
import type { Call } from '../../http/call.ts'
import type { Person } from '../../store/port/people.ts'
import type { PeopleDeps } from './deps.ts'
import { assertPin, assertUnchanged, triedAt } from './session-pin.ts'

/**
 * What changes people, PINs, credentials and tokens needs an owner in front of it now: a screen left open or a token
 * that somebody found is not one. Whoever has the control token is the user that everything here belongs to.
 * @returns the caller, as the journal names it
 * @throws Fault insufficient_scope where no owner's PIN came with it; validation_failed, too_many_requests as at the
 *   sign-in
 */
export async function confirmOwner(
  deps: Pick<PeopleDeps, 'people' | 'pins' | 'sessions'>,
  call: Call,
): Promise<Caller> {
  const { caller, ownerPin } = call
  if (caller.id === 'control') return caller
  if (ownerPin === null) throw new Fault('insufficient_scope', { says: 'owner_pin_needed' })
  const owner = await ownerOf(deps.people, call)
  const endings = deps.sessions.endingsOf(owner.id)
  await assertPin(deps.pins, owner, await triedAt(call, 'session', ownerPin.pin))
  await assertUnchanged(deps, { person: owner, endings, pointer: '/pin' })
  return caller.person ? caller : { ...caller, by: `person:${owner.name} for ${caller.by}` }
}

/** Who is signed in; beside a token whoever it names. */
async function ownerOf(people: PeopleDeps['people'], { caller, ownerPin }: Call): Promise<Person> {
  const named = ownerPin?.owner ?? ''
  const owner = caller.person
    ? await people.byId(caller.person.personId)
    : ((await people.byId(named)) ?? (await people.byName(named)))
  if (owner?.role !== 'owner' || owner.disabledAt !== null)
    throw new Fault('insufficient_scope', { says: 'owner_pin_needed' })
  return owner
}
