import type { Role } from '../../../../shared/api/scopes.ts'
import type { Outlet } from '../../../../shared/domain/outlet.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Language } from '../../../../shared/words/words.ts'

/**
 * Where a PIN is given: at the sign-in, which is open to anyone at this machine, or by a person who has signed in already, to
 * unlock the own session or to have something approved. Wrong ones at the one do not close the other.
 */
export type PinDoor = 'sign_in' | 'session'

/** Where a PIN was tried, and by whom as far as this computer can tell. Wrong ones close a place, and no other. */
export interface PinPlace {
  readonly door: PinDoor
  /** `desktop`, `user 1000`, or `program` if that is not known. */
  readonly origin: string
}

/** A person who signs in on the screens. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly language: Language | null
  /** The only outlets whose sales the person sees; empty if the person sees all. An owner always does. */
  readonly outlets: readonly Outlet[]
  /** The most in a row at one place, since the PIN was last right there. */
  readonly wrongPins: number
  /** Until when the person has a one-time code to choose a PIN with; null where there is a PIN. */
  readonly codeUntil: Instant | null
  readonly createdAt: Instant
  /** Since when the person cannot sign in. */
  readonly disabledAt: Instant | null
}

/** A PIN as it is kept: its scrypt hash, and with what it was made. Both texts are base64url. */
export interface KeptPin {
  /** Which secret outside of the database went into it. */
  readonly pepper: string
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  readonly hash: string
}

export interface Attribution {
  readonly by: string
  readonly at: Instant
}

/** `last_owner`: refused, because no owner would be left to let others in. */
export type PersonChange = 'changed' | 'unknown' | 'last_owner'

export interface People {
  /** All people there ever were, in the order they came. */
  list(): Promise<readonly Person[]>
  byId(id: string): Promise<Person | null>
  byName(name: string): Promise<Person | null>
  /** One who can sign in. */
  hasOwner(): Promise<boolean>
  create(
    person: Omit<Person, 'wrongPins' | 'disabledAt' | 'codeUntil'> & { readonly codeUntil?: Instant | null },
    pin: KeptPin,
    by: string,
  ): Promise<'created' | 'name_taken'>
  /** Wrong PINs are forgotten with the old one. @param codeUntil of a one-time code; null for a PIN that was chosen */
  setPin(id: string, pin: KeptPin, attribution: Attribution, codeUntil?: Instant | null): Promise<PersonChange>
  /** An owner sees everything: the list of outlets is empty from then on. */
  setRole(id: string, role: Role, attribution: Attribution): Promise<PersonChange>
  /** @param outlets the only ones that the person sees from now on; empty for all. @returns `is_owner` where that is not to be limited */
  setOutlets(id: string, outlets: readonly Outlet[], attribution: Attribution): Promise<PersonChange | 'is_owner'>
  setDisabled(id: string, isDisabled: boolean, attribution: Attribution): Promise<PersonChange>
  /** Counts a PIN as wrong before it is looked at, so that a crash gives no free try. */
  countTry(id: string, place: PinPlace): Promise<KeptPin | null>
  /** How many were wrong in a row. */
  triesAt(id: string, place: PinPlace): Promise<number>
  /** The PIN was right. */
  forgetTries(id: string, place: PinPlace): Promise<void>
}

/** A sale that a person has begun; only that person sees it. */
export interface Draft {
  readonly id: string
  /** JSON. */
  readonly body: string
  readonly updatedAt: Instant
}

export interface DraftSave {
  readonly id: string
  readonly body: string
  readonly at: Instant
  /** When it was changed last, as far as the screen knows; null for a new one. Absent where it does not matter. */
  readonly seen?: Instant | null
}

export interface Drafts {
  /** Those that are not done, the one touched last first. */
  list(personId: string): Promise<readonly Draft[]>
  byId(personId: string, id: string): Promise<Draft | null>
  /** Replaces it where it is as it was seen, or keeps a new one; the same again changes nothing. */
  save(personId: string, draft: DraftSave, mostOpen: number): Promise<Draft | 'not_yours' | 'too_many' | 'changed'>
  /** Its content is forgotten. @returns false where there is no such draft */
  finish(personId: string, id: string, at: Instant): Promise<boolean>
}
