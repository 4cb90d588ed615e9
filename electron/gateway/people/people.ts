import type { Cell } from '../../../shared/catalogue/endpoint.ts'
import type { Caller } from '../access.ts'
import type { Clock, GatewayPorts, Randomness, RefusalCounter } from '../ports.ts'
import type { Secrets } from '../secrets.ts'
import type { Store } from '../store/port.ts'
import type { People } from '../store/port-people.ts'
import type { Records, Stored } from '../store/port-records.ts'
import { OpenApprovals } from './approvals.ts'
import { type CopyKeyOf, copyKeysIn } from './copy-key.ts'
import { pepperIn } from './pepper.ts'
import { PinDesk } from './pin-desk.ts'
import { OpenSessions } from './sessions.ts'
import { SetupCode } from './setup-code.ts'

export interface PeopleRoomParts extends Pick<GatewayPorts, 'secrets' | 'log'> {
  readonly store: Pick<Store, 'people' | 'acts'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly secrets: Secrets
  readonly idleLockMs: number
  readonly refusals: Pick<RefusalCounter, 'count'>
}

/** What a gateway knows of the people at its screens, beside what is stored. */
export interface PeopleRoom {
  readonly pins: PinDesk
  readonly sessions: OpenSessions
  readonly setupCodes: SetupCode
  readonly approvals: OpenApprovals
  readonly copyKeyOf: CopyKeyOf
}

export function openPeopleRoom(parts: PeopleRoomParts): PeopleRoom {
  const { store, clock, randomness, secrets, idleLockMs, refusals } = parts
  const sessions = new OpenSessions({ clock, randomness, idleLockMs })
  return {
    pins: new PinDesk({
      people: store.people,
      acts: store.acts,
      clock,
      randomness,
      pepper: pepperIn(parts),
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
  (approvals: OpenApprovals, { records, people }: RedeemParts) =>
  async ({ caller, body }: Asked, { cell }: { readonly cell?: Cell }): Promise<void> => {
    const record = cell ? await recordIn(records, cell, body) : null
    const approver = approvals.approverOf(caller)
    approvals.redeem(caller, record, approver === null ? null : await people.byId(approver))
  }

interface RedeemParts {
  readonly records: Pick<Records, 'byGuid' | 'byKey'>
  readonly people: Pick<People, 'byId'>
}

async function recordIn(
  records: Pick<Records, 'byGuid' | 'byKey'>,
  { family, kind, operation }: Cell,
  body: unknown,
): Promise<Stored | null> {
  const field = (name: string) => String((body as Readonly<Record<string, unknown>>)[name])
  switch (operation) {
    case 'cancel':
    case 'voidByGuid':
      return records.byGuid(field('SALE_GUID'))
    case 'voidBySaleCode': {
      const key = {
        companyCode: field('COMPANY_CODE'),
        outletName: field('OUTLET_NAME'),
        terminalName: field('TERMINAL_NAME'),
        shiftCode: field('SHIFT_CODE'),
        saleCode: field('SALE_CODE'),
      }
      return (await records.byKey(family, kind, key)).live
    }
    case 'submit':
    case 'statusByGuid':
    case 'statusBySubmission':
      return null
  }
}
