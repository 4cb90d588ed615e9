import type { OwnerPinRule } from '../../../../shared/api/axes.ts'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { Role } from '../../../../shared/api/scopes.ts'
import { isGuid } from '../../../../shared/document/fields.ts'
import type { FindingCode } from '../../../../shared/document/finding.ts'
import { isPinLongEnoughForRole } from '../../../../shared/domain/pin.ts'
import type { Caller, SignedIn } from '../../http/access.ts'
import type { Call } from '../../http/call.ts'
import type { People, Person, PinPrompt } from '../../store/port/people.ts'
import type { PeopleDeps } from './people.ts'
import type { PinTry, PinVerdict } from './pin-verifier.ts'

/** @throws Fault validation_failed at the pointer if no such person can sign in */
export async function requirePerson(people: Pick<People, 'byId' | 'byName'>, given: string, pointer: string) {
  const person = (isGuid(given) ? await people.byId(given.toLowerCase()) : null) ?? (await people.byName(given))
  if (!person || person.disabledAt !== null) throw validationFailed([{ pointer, code: 'unknown_person' }])
  return person
}

interface Claim extends Pick<PinTry, 'secret'> {
  readonly person: Person
  readonly door: PinPrompt
  readonly kind?: PinTry['kind']
  /** The field of the body that names the person. */
  readonly pointer: string
}

type ProofDeps = Pick<PeopleDeps, 'people' | 'pins' | 'sessions'>

/**
 * The check may have to wait its turn: the person can be disabled or changed meanwhile.
 * @returns how often the person's sessions had been ended by then
 * @throws Fault validation_failed if the PIN is wrong or the person was changed; too_many_requests during a pause
 */
export async function assertPin(
  deps: ProofDeps,
  { origin, caller: { by } }: Pick<Call, 'origin' | 'caller'>,
  { person, door, secret, kind = 'pin', pointer }: Claim,
): Promise<number> {
  const endings = deps.sessions.endingsOf(person.id)
  const verdict = await deps.pins.check(person, { door, origin: await origin(), secret, kind, by })
  if (kind === 'pin') assertRightVerdict(verdict, { pointer: '/pin', code: 'wrong_pin', otherKind: 'code_needed' })
  else assertRightVerdict(verdict, { pointer: '/one_time_code', code: 'wrong_code' })
  await assertPersonUnchanged(deps, { person, endings, pointer })
  return endings
}

interface AsAsked {
  readonly person: Person
  /** Read before the PIN was checked. */
  readonly endings: number
  readonly pointer: string
}

/** @throws Fault validation_failed at the pointer if the person was disabled or given another role or PIN since */
export async function assertPersonUnchanged(
  { people, sessions }: Pick<ProofDeps, 'people' | 'sessions'>,
  { person: { id, role }, endings, pointer }: AsAsked,
): Promise<void> {
  const now = await people.byId(id)
  // The store is read first: a change is stored before it ends sessions.
  const isSame = now?.disabledAt === null && now.role === role && sessions.endingsOf(id) === endings
  if (!isSame) throw validationFailed([{ pointer, code: 'unknown_person' }])
}

interface Wrong {
  readonly pointer: string
  readonly code: FindingCode
  /** If there is a code in place of a PIN. */
  readonly otherKind?: FindingCode
}

export function assertRightVerdict(verdict: PinVerdict, { pointer, code, otherKind = code }: Wrong): void {
  switch (verdict.kind) {
    case 'right':
      return
    case 'wrong':
      throw validationFailed([{ pointer, code }])
    case 'other_kind':
      throw validationFailed([{ pointer, code: otherKind }])
    case 'closed':
      throw validationFailed([{ pointer, code: 'pin_closed' }])
    case 'elsewhere':
      throw validationFailed([{ pointer, code: 'pin_of_elsewhere' }])
    case 'paused': {
      const seconds = Math.ceil(verdict.waitMs / 1000)
      const values = { seconds: String(seconds) }
      throw new Fault('too_many_requests', { says: 'pin_paused', retryAfterSeconds: seconds, values })
    }
  }
}

/** @throws Fault validation_failed */
export function assertLongEnough(pin: string | null, role: Role, pointer: string): void {
  if (pin !== null && !isPinLongEnoughForRole(pin, role)) throw validationFailed([{ pointer, code: 'bad_pin' }])
}

/** @throws Fault insufficient_scope if the caller is no signed-in person */
export function personOf({ caller }: Call): SignedIn {
  if (!caller.person) throw new Fault('insufficient_scope', { says: 'sign_in_needed' })
  return caller.person
}

/**
 * Changes of people, PINs, credentials and tokens need an owner's PIN with the request: a screen left open or a token
 * that was found is not enough. It opens the settings to its session for ten minutes. The control token needs none: its holder can read all files anyway.
 * @returns the caller, as the journal names it
 * @throws Fault insufficient_scope without an owner's PIN; validation_failed, too_many_requests as at the sign-in
 */
export async function confirmOwner(deps: ProofDeps, call: Call, ask: OwnerPinRule): Promise<Caller> {
  const { caller, ownerPin } = call
  if (caller.id === 'control') return caller
  const sessionId = caller.person?.sessionId
  const isOpen = sessionId !== undefined && ownerPin === null && (await deps.sessions.mayChangeSettings(sessionId))
  if (isOpen && ask === 'settings') return caller
  const named = ownerPin?.owner ?? ''
  const owner = caller.person
    ? await deps.people.byId(caller.person.personId)
    : ((await deps.people.byId(named)) ?? (await deps.people.byName(named)))
  if (ownerPin === null || owner?.role !== 'owner' || owner.disabledAt !== null)
    throw new Fault('insufficient_scope', { says: 'owner_pin_needed' })
  await assertPin(deps, call, { person: owner, door: 'session', secret: ownerPin.pin, pointer: '/pin' })
  if (sessionId !== undefined) await deps.sessions.openSettings(sessionId)
  return caller.person ? caller : { ...caller, by: `person:${owner.name} for ${caller.by}` }
}
