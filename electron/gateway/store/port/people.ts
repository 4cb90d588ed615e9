import type { Role } from '../../../../shared/api/scopes.ts'
import type { OutletKey } from '../../../../shared/domain/outlet.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Language } from '../../../../shared/words/words.ts'

/** The sign-in is open to everyone at this computer; a session is not. Wrong PINs at one do not close the other. */
export type PinPrompt = 'sign_in' | 'session'

/** Wrong PINs close this place only. */
export interface PinSource {
  readonly door: PinPrompt
  /** `desktop`, `user 1000`, or `program` if it is unknown. */
  readonly origin: string
}

export interface Person {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly language: Language | null
  /** Empty for all; an owner always sees all. */
  readonly outlets: readonly OutletKey[]
  /** Wrong PINs in a row, at the place with the most. */
  readonly wrongPins: number
  /** The end of a one-time code; null if there is a PIN. */
  readonly codeUntil: EpochMs | null
  /** Null while the person has a one-time code instead. */
  readonly pinDigits: number | null
  readonly createdAt: EpochMs
  readonly disabledAt: EpochMs | null
}

/** A scrypt hash with its parameters. Both texts are base64url. */
export interface PinHash {
  /** The id of the pepper. */
  readonly pepper: string
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
  readonly salt: string
  /** The length of the PIN. With it a screen needs no Enter. */
  readonly digits: number
  readonly hash: string
}

export interface Attribution {
  readonly by: string
  readonly at: EpochMs
  /** The session that goes on. A change of the person ends all others. */
  readonly staysId?: string | undefined
}

/** `last_owner`: refused, because no owner would be left. */
export type PersonChangeResult = 'changed' | 'unknown' | 'last_owner'

export interface People {
  /** Disabled people, too, oldest first. */
  list(): Promise<readonly Person[]>
  byId(id: string): Promise<Person | null>
  byName(name: string): Promise<Person | null>
  hasOwner(): Promise<boolean>
  pinOf(id: string): Promise<PinHash | null>
  create(
    person: Omit<Person, 'wrongPins' | 'disabledAt' | 'codeUntil' | 'pinDigits'> & {
      readonly codeUntil?: EpochMs | null
    },
    pin: PinHash,
    by: string,
  ): Promise<'created' | 'name_taken'>
  /** Wrong PINs are forgotten. @param codeUntil the end of a one-time code; null for a chosen PIN */
  setPin(id: string, pin: PinHash, attribution: Attribution, codeUntil?: EpochMs | null): Promise<PersonChangeResult>
  /** An owner's list of outlets becomes empty. */
  setRole(id: string, role: Role, attribution: Attribution): Promise<PersonChangeResult>
  /** @param outlets empty for all. @returns `is_owner` because an owner sees all */
  setOutlets(
    id: string,
    outlets: readonly OutletKey[],
    attribution: Attribution,
  ): Promise<PersonChangeResult | 'is_owner'>
  setDisabled(id: string, isDisabled: boolean, attribution: Attribution): Promise<PersonChangeResult>
  /** Counted before the PIN is compared, so that a crash gives no free try. */
  countTry(id: string, place: PinSource): Promise<PinHash | null>
  /** Wrong tries in a row. */
  triesAt(id: string, place: PinSource): Promise<number>
  forgetTries(id: string, place: PinSource): Promise<void>
}

export interface KeptSession {
  readonly id: string
  /** The person with their present rights. */
  readonly person: Pick<Person, 'id' | 'name' | 'role' | 'outlets' | 'language'>
  readonly beganAt: EpochMs
  readonly usedAt: EpochMs
  readonly isLocked: boolean
  /** When an owner's PIN opened the settings. */
  readonly openedAt: EpochMs | null
}

export interface NewSession {
  readonly id: string
  readonly sha256: string
  readonly personId: string
  readonly at: EpochMs
}

/** Sessions of disabled people are not found. */
export interface KeptSessions {
  /** Sessions that began before `over` are forgotten, and the oldest of the person if there are more than `most`. */
  begin(session: NewSession, limits: { readonly over: EpochMs; readonly most: number }): Promise<void>
  bySha256(sha256: string): Promise<KeptSession | null>
  byId(id: string): Promise<KeptSession | null>
  used(id: string, at: EpochMs): Promise<void>
  lock(id: string): Promise<void>
  unlock(id: string, at: EpochMs): Promise<void>
  openSettings(id: string, at: EpochMs): Promise<void>
  end(id: string): Promise<void>
}

/** Only the person who began it sees it. */
export interface Draft {
  readonly id: string
  readonly body: string
  readonly updatedAt: EpochMs
}

export interface DraftSave {
  readonly id: string
  readonly body: string
  readonly at: EpochMs
  /** The version that the screen saw; null for a new draft. Absent if it does not matter. */
  readonly seen?: EpochMs | null
}

export interface Drafts {
  /** Unfinished ones, last changed first. */
  list(personId: string): Promise<readonly Draft[]>
  byId(personId: string, id: string): Promise<Draft | null>
  /** Replaces the version that was seen, or adds a draft. A repeat changes nothing. */
  save(personId: string, draft: DraftSave, mostOpen: number): Promise<Draft | 'not_yours' | 'too_many' | 'changed'>
  /** Forgets its content. @returns false if there is no such draft */
  finish(personId: string, id: string, at: EpochMs): Promise<boolean>
}
