import { operations } from '../../../../shared/api/axes.ts'
import type { Cell } from '../../../../shared/api/endpoint.ts'
import { toDomainNames } from '../../../../shared/api/names.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import type { Caller } from '../../http/access.ts'
import type { GatewayPorts, RefusalCounter } from '../../ports.ts'
import type { Store } from '../../store/port/port.ts'
import type { Records, Stored } from '../../store/port/records.ts'
import { OpenApprovals } from './approvals.ts'
import { type CopyKeyOf, copyKeysIn } from './copy-key.ts'
import type { PeopleDeps } from './deps.ts'
import { pepperIn } from './pepper.ts'
import { PinVerifier } from './pin-verifier.ts'
import { OpenSessions } from './sessions.ts'
import { SetupCode } from './setup-code.ts'

/** What a gateway knows of the people at its screens, beside what is stored. */
export interface PeopleRoom {
  readonly pins: PinVerifier
  readonly sessions: OpenSessions
  readonly setupCodes: SetupCode
  readonly approvals: OpenApprovals
  readonly copyKeyOf: CopyKeyOf
}

/** @param idleLockMs after how long without a word a session locks */
export function openPeopleRoom(
  { people, acts }: Pick<Store, 'people' | 'acts'>,
  ports: Pick<GatewayPorts, 'clock' | 'randomness' | 'secrets' | 'log' | 'pinCost'>,
  { idleLockMs, refusals }: { readonly idleLockMs: number; readonly refusals: Pick<RefusalCounter, 'count'> },
): PeopleRoom {
  const { clock, randomness, secrets } = ports
  const sessions = new OpenSessions({ clock, randomness, idleLockMs })
  return {
    pins: new PinVerifier({
      people,
      acts,
      clock,
      randomness,
      pepper: pepperIn(ports),
      pinCost: ports.pinCost,
      refused: () => refusals.count('wrong_pin'),
    }),
    sessions,
    setupCodes: new SetupCode(randomness),
    approvals: new OpenApprovals({ clock, randomness, sessions }),
    copyKeyOf: copyKeysIn(secrets, randomness),
  }
}

interface Asked {
  readonly caller: Caller
  readonly body: unknown
}

/** Uses up the approval that a request came in with, for the record that it names and by who gave it as they are now. */
export const redeemWith =
  (approvals: OpenApprovals, { records, people }: Pick<PeopleDeps, 'records' | 'people'>) =>
  async ({ caller, body }: Asked, { cell }: { readonly cell?: Cell }): Promise<void> => {
    const record = cell ? await recordIn(records, cell, body) : null
    const approver = approvals.approverOf(caller)
    approvals.redeem(caller, record, approver === null ? null : await people.byId(approver))
  }

async function recordIn(
  records: Pick<Records, 'byGuid' | 'byKey'>,
  { family, kind, operation }: Cell,
  body: unknown,
): Promise<Stored | null> {
  switch (operation) {
    case 'cancel':
    case 'voidByGuid':
      return records.byGuid(operations[operation].body.parse(body).SALE_GUID)
    case 'voidBySaleCode': {
      const key: BusinessKey = toDomainNames(operations[operation].body.parse(body))
      return (await records.byKey(family, kind, key)).live
    }
    case 'submit':
    case 'statusByGuid':
    case 'statusBySubmission':
      return null
  }
}
