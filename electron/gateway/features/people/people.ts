import { createHmac } from 'node:crypto'
import { getOrCreateSecret } from '../../installation/secrets.ts'
import type { AccessRefusalCounter, Clock, GatewayPorts, Installations, Randomness } from '../../ports.ts'
import type { Settings } from '../../settings/settings.ts'
import type { People } from '../../store/port/people.ts'
import type { Acts, Companies, Store } from '../../store/port/port.ts'
import type { Records } from '../../store/port/records.ts'
import { OpenApprovals } from './approvals.ts'
import { PinVerifier } from './pin-verifier.ts'
import { createPepperReader } from './pins.ts'
import { OpenSessions } from './sessions.ts'
import { SetupCode } from './setup-code.ts'

export interface PeopleParts {
  readonly pins: Pick<PinVerifier, 'make' | 'makeCode' | 'check' | 'forget'>
  readonly sessions: OpenSessions
  readonly setupCodes: SetupCode
  readonly approvals: OpenApprovals
  readonly copyKeyOf: (personId: string) => Promise<string | null>
}

export interface PeopleDeps extends PeopleParts {
  readonly people: People
  readonly companies: Pick<Companies, 'byCode' | 'list'>
  readonly acts: Acts
  readonly records: Pick<Records, 'byGuid' | 'byKey'>
  readonly clock: Clock
  readonly randomness: Randomness
  /** Counts wrong set-up codes: many of them are an attack. */
  readonly refusals: Pick<AccessRefusalCounter, 'count'>
  readonly settings: Pick<Settings, 'authority' | 'myinvois'>
  /** Null if tills have the port alone. */
  readonly installations: Pick<Installations, 'here'> | null
  /** Null if a real authority is connected. */
  readonly practice: { readonly faults: { current(): readonly { readonly kind: string }[] } } | null
}

/** @param idleLockMs a session locks after this time without a request */
export function openPeopleParts(
  { people, acts, sessions: kept }: Pick<Store, 'people' | 'acts' | 'sessions'>,
  ports: Pick<GatewayPorts, 'clock' | 'randomness' | 'secrets' | 'log' | 'pinCost'>,
  { idleLockMs, refusals }: { readonly idleLockMs: number; readonly refusals: Pick<AccessRefusalCounter, 'count'> },
): PeopleParts {
  const { clock, randomness, log, pinCost } = ports
  const sessions = new OpenSessions({ kept, clock, randomness, idleLockMs })
  const refused = () => refusals.count('wrong_pin')
  const pepper = createPepperReader(ports)
  return {
    pins: new PinVerifier({ people, acts, clock, randomness, log, pepper, pinCost, refused }),
    sessions,
    setupCodes: new SetupCode(randomness),
    approvals: new OpenApprovals({ clock, randomness, sessions }),
    copyKeyOf: copyKeysIn(ports),
  }
}

/**
 * What a person types stays in the browser until the gateway has it. The next person at the computer could read it
 * there, so it is encrypted with a key that only the signed-in person gets.
 */
function copyKeysIn({ secrets, randomness }: Pick<GatewayPorts, 'secrets' | 'randomness'>): PeopleParts['copyKeyOf'] {
  let secret: string | null = null
  return async (personId) => {
    try {
      secret ??= await getOrCreateSecret(secrets, 'screens', () => randomness.secret(32))
      return createHmac('sha256', secret).update(personId).digest('base64')
    } catch {
      // Copies are a convenience: sign-in works without them.
      return null
    }
  }
}
