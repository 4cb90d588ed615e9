import type { Role } from '../../../shared/catalogue/scopes.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Language } from '../../../shared/words/words.ts'

/**
 * Where a PIN is given: at the sign-in, which is open to whoever is on this machine, or by who has come in already, to
 * unlock the own session or to have something approved. Wrong ones at the one do not close the other.
 */
export type PinDoor = 'sign_in' | 'session'

/** Somebody who signs in on the screens. */
export interface Operator {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly language: Language | null
  /** In a row, since the PIN was last right there. */
  readonly wrongPins: Readonly<Record<PinDoor, number>>
  readonly createdAt: Instant
  /** Since when the person cannot sign in. */
  readonly disabledAt: Instant | null
}

/** A PIN as it is kept: its scrypt hash, and with what it was made. Both texts are base64url. */
export interface KeptPin {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  readonly hash: string
}

export interface Deed {
  readonly by: string
  readonly at: Instant
}

/** `last_owner`: refused, because nobody would be left to let others in. */
export type PersonChange = 'changed' | 'unknown' | 'last_owner'

export interface People {
  /** Everybody there ever was, in the order they came. */
  list(): Promise<readonly Operator[]>
  byId(id: string): Promise<Operator | null>
  byName(name: string): Promise<Operator | null>
  /** One who can sign in. */
  hasOwner(): Promise<boolean>
  create(
    operator: Omit<Operator, 'wrongPins' | 'disabledAt'>,
    pin: KeptPin,
    by: string,
  ): Promise<'created' | 'name_taken'>
  /** Wrong PINs are forgotten with the old one. */
  setPin(id: string, pin: KeptPin, deed: Deed): Promise<PersonChange>
  setRole(id: string, role: Role, deed: Deed): Promise<PersonChange>
  setDisabled(id: string, isDisabled: boolean, deed: Deed): Promise<PersonChange>
  /** Counts a PIN as wrong before it is looked at, so that a crash gives nobody a try for nothing. */
  countTry(id: string, door: PinDoor): Promise<KeptPin | null>
  /** The PIN was right. */
  forgetTries(id: string, door: PinDoor): Promise<void>
}

/** A sale that somebody has begun; only its owner's. */
export interface Draft {
  readonly id: string
  /** JSON. */
  readonly body: string
  readonly createdAt: Instant
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
  list(operatorId: string): Promise<readonly Draft[]>
  byId(operatorId: string, id: string): Promise<Draft | null>
  /** Replaces it where it is as it was seen, or keeps a new one; the same again changes nothing. */
  save(operatorId: string, draft: DraftSave, mostOpen: number): Promise<Draft | 'not_yours' | 'too_many' | 'changed'>
  /** Its content is forgotten. @returns false where there is no such draft */
  finish(operatorId: string, id: string, at: Instant): Promise<boolean>
}
