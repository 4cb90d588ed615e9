import { Fault } from '../../../../shared/api/faults.ts'
import { isGuid } from '../../../../shared/api/shapes/text.ts'
import type { FindingCode } from '../../../../shared/document/finding.ts'
import type { Pins, PinVerdict, Sessions, SignedIn, Tried } from '../../http/access.ts'
import type { Call } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { People, Person, PinDoor } from '../../store/port/people.ts'

/**
 * Who can sign in under an id or a name.
 * @throws Fault validation_failed at the pointer where it is nobody
 */
export async function personNamed(people: Pick<People, 'byId' | 'byName'>, given: string, pointer: string) {
  const person = (isGuid(given) ? await people.byId(given.toLowerCase()) : null) ?? (await people.byName(given))
  if (!person || person.disabledAt !== null) throw validationFailed([{ pointer, code: 'unknown_person' }])
  return person
}

/** @param door through which the caller has come to where the PIN is asked for */
export const triedAt = async (
  { origin, caller }: Pick<Call, 'origin' | 'caller'>,
  door: PinDoor,
  secret: string,
): Promise<Tried> => ({ door, origin: await origin(), secret, by: caller.by })

/** @throws Fault validation_failed at /pin where it is not the person's; too_many_requests where nobody may try now */
export async function assertPin(pins: Pins, person: Person, tried: Tried): Promise<void> {
  assertRight(await pins.check(person, tried), { pointer: '/pin', code: 'wrong_pin', otherKind: 'code_needed' })
}

interface AsAsked {
  /** As read before the PIN was checked. */
  readonly person: Person
  /** Read between that and the check. */
  readonly endings: number
  readonly pointer: string
}

/**
 * A PIN takes its turn to be checked: meanwhile its person may have been disabled or given another role or PIN.
 * @throws Fault validation_failed at the pointer where that is so
 */
export async function assertUnchanged(
  { people, sessions }: { readonly people: Pick<People, 'byId'>; readonly sessions: Pick<Sessions, 'endingsOf'> },
  { person: { id, role }, endings, pointer }: AsAsked,
): Promise<void> {
  const now = await people.byId(id)
  // The store first: whoever changed somebody ended the sessions only after it was written.
  const isSame = now?.disabledAt === null && now.role === role && sessions.endingsOf(id) === endings
  if (!isSame) throw validationFailed([{ pointer, code: 'unknown_person' }])
}

interface Wrong {
  readonly pointer: string
  readonly code: FindingCode
  /** Where there is a code in place of a PIN, or a PIN in place of a code. */
  readonly otherKind: FindingCode
}

export function assertRight(verdict: PinVerdict, { pointer, code, otherKind }: Wrong): void {
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
      throw new Fault('too_many_requests', {
        says: 'pin_paused',
        retryAfterSeconds: seconds,
        values: { seconds: String(seconds) },
      })
    }
  }
}

/** @throws Fault insufficient_scope for a till: what is asked belongs to a person */
export function personOf({ caller }: Call): SignedIn {
  if (!caller.person) throw new Fault('insufficient_scope', { says: 'sign_in_needed' })
  return caller.person
}
