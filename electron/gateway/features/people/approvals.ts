import { hash } from 'node:crypto'
import { operations } from '../../../../shared/api/axes.ts'
import type { GridCell } from '../../../../shared/api/endpoint.ts'
import { Fault } from '../../../../shared/api/faults.ts'
import { type ApprovableAct, roleScopes, type Scope } from '../../../../shared/api/scopes.ts'
import { toDomainNames } from '../../../../shared/document/fields.ts'
import type { BusinessKey } from '../../../../shared/domain/record.ts'
import type { AllowedRefund, ApprovalUse, Caller, SignedIn } from '../../http/access.ts'
import type { ParsedCall } from '../../http/call.ts'
import type { Clock, Randomness } from '../../ports.ts'
import type { People, Person } from '../../store/port/people.ts'
import type { Records, StoredRecord } from '../../store/port/records.ts'
import type { OpenSessions } from './sessions.ts'

interface GrantedAct {
  readonly act: ApprovableAct
  readonly saleGuid: string
  readonly version: number
}

interface GrantedRefund {
  readonly act: 'submit'
  readonly allowedRefund: AllowedRefund
}

interface Terms {
  readonly approver: Pick<Person, 'id' | 'name'>
  /** How often the approver's sessions had been ended: a later change of PIN or role makes the approval invalid. */
  readonly endings: number
  /** Only the session it was given in may use it. */
  readonly sessionId: string
  readonly untilMs: number
}

type Granted = Terms & (GrantedAct | GrantedRefund)

export interface ApprovalDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly sessions: Pick<OpenSessions, 'endingsOf'>
}

const lastsMs = 60_000

/**
 * An approval is for one act, on one version of one record, by one session, within a minute, once. It lives in memory:
 * a restart ends all approvals.
 */
export class OpenApprovals {
  readonly #deps: ApprovalDeps
  readonly #granted = new Map<string, Granted>()

  constructor(deps: ApprovalDeps) {
    this.#deps = deps
  }

  grant(granted: GrantedAct | GrantedRefund, approver: Person, { sessionId }: SignedIn): string {
    for (const [key, earlier] of this.#granted) if (this.#isOver(earlier)) this.#granted.delete(key)
    const { clock, sessions, randomness } = this.#deps
    const secret = `rsp_${randomness.secret(32)}`
    const terms = { approver, endings: sessions.endingsOf(approver.id), sessionId, untilMs: clock.steadyMs() + lastsMs }
    this.#granted.set(keyOf(secret), { ...granted, ...terms })
    return secret
  }

  /** @returns the caller as the journal names it; null if the approval does not fit */
  callerWith(secret: string, caller: Caller, { demand, isCheckOnly }: ApprovalUse): Caller | null {
    const key = keyOf(secret)
    const granted = this.#granted.get(key)
    if (!granted || this.#isOver(granted)) return null
    if (granted.act !== demand || granted.sessionId !== caller.person?.sessionId) return null
    if (granted.act !== 'submit')
      return { ...caller, by: `person:${granted.approver.name} for ${caller.by}`, approval: key }
    // It names one note, which is stored once: the approval is used up here, before the body is read.
    if (!isCheckOnly) this.#granted.delete(key)
    const isAsItWas = this.#deps.sessions.endingsOf(granted.approver.id) === granted.endings
    return isAsItWas ? { ...caller, allowedRefund: granted.allowedRefund } : null
  }

  /**
   * @throws Fault insufficient_scope if it was for another record or version, or if the approver may not allow it any
   * more
   */
  async redeem(
    { caller: { approval = '' }, body }: Pick<ParsedCall, 'caller' | 'body'>,
    cell: GridCell | undefined,
    { records, people }: { readonly records: Pick<Records, 'byGuid' | 'byKey'>; readonly people: Pick<People, 'byId'> },
  ): Promise<void> {
    const granted = this.#granted.get(approval)
    const record = cell ? await recordIn(records, cell, body) : null
    const approver = granted ? await people.byId(granted.approver.id) : null
    // Removed before anything is compared: of two requests with the same approval, only one finds it.
    const isFirst = this.#granted.delete(approval)
    const fits =
      isFirst &&
      granted !== undefined &&
      granted.act !== 'submit' &&
      !this.#isOver(granted) &&
      this.#mayStill(granted, approver) &&
      record?.record.saleGuid === granted.saleGuid &&
      record.record.version === granted.version
    if (!fits) throw new Fault('insufficient_scope', { says: 'approval_unfit' })
  }

  #mayStill({ act, approver: { id }, endings }: Terms & GrantedAct, now: Person | null): boolean {
    const may: readonly Scope[] = now?.disabledAt === null ? roleScopes[now.role] : []
    return may.includes(act) && this.#deps.sessions.endingsOf(id) === endings
  }

  #isOver({ untilMs }: Granted): boolean {
    return this.#deps.clock.steadyMs() >= untilMs
  }
}

const keyOf = (secret: string): string => hash('sha256', secret, 'hex')

async function recordIn(
  records: Pick<Records, 'byGuid' | 'byKey'>,
  { family, kind, operation }: GridCell,
  body: unknown,
): Promise<StoredRecord | null> {
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
