import type { Approvals, Pins, Sessions, SetupCodes } from '../../http/access.ts'
import type { Clock, Installations, Randomness, RefusalCounter } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { People } from '../../store/port/people.ts'
import type { Acts, Companies } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'

/** What everything that people ask of themselves and of each other is answered with. */
export interface PeopleDeps {
  readonly people: People
  readonly companies: Pick<Companies, 'byCode' | 'list'>
  readonly acts: Acts
  readonly records: Pick<Records, 'byGuid' | 'byKey'>
  readonly pins: Pins
  readonly sessions: Sessions
  readonly setupCodes: SetupCodes
  readonly approvals: Approvals
  readonly clock: Clock
  readonly randomness: Randomness
  /** Of what a person types at a screen, in base64; null where the secrets cannot be read now. */
  readonly copyKeyOf: (personId: string) => Promise<string | null>
  /** Counts wrong set-up codes: many of them are an attack. */
  readonly refusals: Pick<RefusalCounter, 'count'>
  readonly settings: Pick<Settings, 'authority' | 'myinvois'>
  /** Null if tills have the port alone. */
  readonly installations: Pick<Installations, 'here'> | null
}
