import type { IncomingMessage } from 'node:http'
import { Fault } from '../../../shared/api/faults.ts'
import type { AccessRefusalCounter } from '../ports.ts'
import { type Access, type Approvals, anonymous, type Caller, controlCallerId, hasScope, mayDo } from './access.ts'
import type { ServedEndpoint } from './call.ts'
import { isFromNetwork } from './guards.ts'
import { headerValues } from './headers.ts'
import { parsePreferHeader } from './read-request.ts'

export interface AuthenticationDeps {
  readonly access: Access
  readonly approvals: Approvals
  readonly refusals: Pick<AccessRefusalCounter, 'count'>
}

const secretForm = /^[A-Za-z0-9._~+/=-]{1,200}$/

/** @throws Fault unauthorized, insufficient_scope */
export async function authenticate(
  request: IncomingMessage,
  endpoint: ServedEndpoint,
  { access, approvals, refusals }: AuthenticationDeps,
): Promise<Caller> {
  const { scope } = endpoint
  if (scope === 'open') return anonymous
  const caller = await identify(request, scope === 'person' || isUnattended(request), access)
  // The control token is refused over the network.
  if (!caller || (caller.id === controlCallerId && isFromNetwork(request))) {
    refusals.count('wrong_token')
    throw new Fault('unauthorized')
  }
  if (caller.person?.isLocked && scope !== 'person') throw new Fault('unauthorized', { says: 'session_locked' })
  if (caller.outlets && endpoint.outletScope === 'refused')
    throw new Fault('insufficient_scope', { says: 'of_all_outlets' })
  const isAllowed = mayDo(caller, endpoint)
  // A person's refund may need an approval above a limit, which is known after the body is read.
  if (isAllowed && (scope !== 'submit' || !caller.person)) return caller
  const given = headerValues(request, 'x-approval')
  const { isCheckOnly } = parsePreferHeader(request.headers['prefer'] as string | undefined)
  const approved = approvedBy(given, caller, { scope, approvals, isCheckOnly })
  if (isAllowed) return approved ?? caller
  if (given.length > 0) {
    if (!approved) throw new Fault('insufficient_scope', { says: 'approval_unfit' })
    return approved
  }
  if (scope === 'person') throw new Fault('insufficient_scope', { says: 'sign_in_needed' })
  if (hasScope(caller, endpoint)) throw new Fault('insufficient_scope', { says: 'admin_of_one_company' })
  throw new Fault('insufficient_scope', { values: { scope } })
}

interface ApprovedUse extends Pick<ServedEndpoint, 'scope'>, Pick<AuthenticationDeps, 'approvals'> {
  readonly isCheckOnly: boolean
}

function approvedBy(
  [secret = '', ...others]: readonly string[],
  caller: Caller,
  { scope, approvals, isCheckOnly }: ApprovedUse,
): Caller | null {
  if (others.length > 0 || !secretForm.test(secret)) return null
  return approvals.callerWith(secret, caller, { demand: scope, isCheckOnly })
}

async function identify(request: IncomingMessage, unattended: boolean, access: Access): Promise<Caller | null> {
  const given = headerValues(request, 'authorization')
  const secret = given.length === 1 ? /^Bearer +(\S+)$/i.exec(given[0] ?? '')?.[1] : undefined
  return secret !== undefined && secretForm.test(secret) ? access.callerWith(secret, unattended) : null
}

/** A request that no person caused does not keep a session open. */
const isUnattended = (request: IncomingMessage): boolean => headerValues(request, 'x-unattended').length > 0
