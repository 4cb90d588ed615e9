import { createHmac } from 'node:crypto'
import { madeOnce } from '../../installation/secrets.ts'
import type { Clock, GatewayPorts, Installations, Randomness, RefusalCounter } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { People } from '../../store/port/people.ts'
import type { Acts, Companies, Store } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import { OpenApprovals } from './approvals.ts'
import { PinVerifier } from './pin-verifier.ts'
import { pepperIn } from './pins.ts'
import { OpenSessions } from './sessions.ts'
import { SetupCode } from './setup-code.ts'

/** What a gateway knows of the people at its screens, beside what is stored. */
export interface PeopleRoom {
  readonly pins: Pick<PinVerifier, 'make' | 'makeCode' | 'check' | 'forget'>
  readonly sessions: OpenSessions
  readonly setupCodes: SetupCode
  readonly approvals: OpenApprovals
  /** Of what a person types at a screen, in base64; null if the secrets cannot be read now. */
  readonly copyKeyOf: (personId: string) => Promise<string | null>
}

/** What everything that people ask of themselves and of each other is answered with. */
export interface PeopleDeps extends PeopleRoom {
  readonly people: People
  readonly companies: Pick<Companies, 'byCode' | 'list'>
  readonly acts: Acts
  readonly records: Pick<Records, 'byGuid' | 'byKey'>
  readonly clock: Clock
  readonly randomness: Randomness
  /** Counts wrong set-up codes: many of them are an attack. */
  readonly refusals: Pick<RefusalCounter, 'count'>
  readonly settings: Pick<Settings, 'authority' | 'myinvois'>
  /** Null if tills have the port alone. */
  readonly installations: Pick<Installations, 'here'> | null
}

/** @param idleLockMs after how long without a word a session locks */
export function openPeopleRoom(
  { people, acts }: Pick<Store, 'people' | 'acts'>,
  ports: Pick<GatewayPorts, 'clock' | 'randomness' | 'secrets' | 'log' | 'pinCost'>,
  { idleLockMs, refusals }: { readonly idleLockMs: number; readonly refusals: Pick<RefusalCounter, 'count'> },
): PeopleRoom {
  const { clock, randomness, log, pinCost } = ports
  const sessions = new OpenSessions({ clock, randomness, idleLockMs })
  const refused = () => refusals.count('wrong_pin')
  const pepper = pepperIn(ports)
  return {
    pins: new PinVerifier({ people, acts, clock, randomness, log, pepper, pinCost, refused }),
    sessions,
    setupCodes: new SetupCode(randomness),
    approvals: new OpenApprovals({ clock, randomness, sessions }),
    copyKeyOf: copyKeysIn(ports),
  }
}

/**
 * What a person types stays at the screen until the gateway has it, under a key that only a signed-in person gets: a
 * browser's storage is read by the next person who sits down at it.
 */
function copyKeysIn({ secrets, randomness }: Pick<GatewayPorts, 'secrets' | 'randomness'>): PeopleRoom['copyKeyOf'] {
  let secret: string | null = null
  return async (personId) => {
    try {
      secret ??= await madeOnce(secrets, 'screens', () => randomness.secret(32))
      return createHmac('sha256', secret).update(personId).digest('base64')
    } catch {
      // Copies are a comfort: a person comes in without them, too.
      return null
    }
  }
}
