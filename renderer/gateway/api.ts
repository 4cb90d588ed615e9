import paths from 'virtual:paths'
import { callEndpoint, type Fetch, GatewayProblem } from '../../shared/api/call.ts'
import type { GatewayClient } from '../../shared/api/endpoint.ts'
import type { OperatorClient } from '../../shared/api/operator-client.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import { currentLanguage } from '../words/language.ts'
import { confirmed } from './owner-pin.ts'
import { currentSession, expired, locked } from './session.ts'

/** Of this page itself: the screens are served by the gateway they talk to. */
const origin = window.location.origin
const sessionPath = '/session'

const send: Fetch = async (url, init) => {
  const headers = isAttended() ? init.headers : { ...init.headers, 'x-unattended': '1' }
  const response = await fetch(url, { ...init, headers, cache: 'no-store' })
  if (response.status === 401 && currentSession() !== null) await findOut(url)
  return response
}

/** The bearer opens nothing now: the session is locked, because it was not used, or it is over. */
async function findOut(url: string): Promise<void> {
  if (url.endsWith(sessionPath)) return expired()
  try {
    if ((await operator('session')).locked) locked()
  } catch {
    // Over, which was noticed on the way here, or the gateway is away, which the status bar says.
  }
}

const options = (base: string) => ({
  baseUrl: `${origin}${base}`,
  get token() {
    return currentSession()?.token ?? ''
  },
  get language() {
    return currentLanguage()
  },
  fetch: send,
})

const ofOperator = options('/operator/v1')

/** The interface of the tills, as the person who is signed in, with headers of one act. */
export const gatewayWith =
  (headers: Readonly<Record<string, string>>): GatewayClient =>
  async (id, ...[ask]) =>
    (await callEndpoint(paths.interface[id], ask ?? {}, { ...options('/v1'), headers })) as never

export const gateway = gatewayWith({})

/** What the screens ask beyond it; where an owner has to confirm, the owner is asked for the PIN. */
export const operator: OperatorClient = async (id, ...[ask]) => {
  const call = paths.operator[id]
  if (!call.ownerPin) return (await callEndpoint(call, ask ?? {}, ofOperator)) as never
  return (await confirmed((headers) => callEndpoint(call, ask ?? {}, { ...options('/operator/v1'), headers }))) as never
}

/** A picture or a page of the gateway, with the session it needs. @throws GatewayProblem if it is refused */
export async function fetchPage(path: string): Promise<Response> {
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${currentSession()?.token ?? ''}`, 'accept-language': currentLanguage() },
    cache: 'no-store',
  })
  if (!response.ok) throw new GatewayProblem((await response.json()) as WireProblem)
  return response
}

/** Longer ago than this, what the screen asks it asks by itself. */
const attendedMs = 5_000
let touchedAt = Number.NEGATIVE_INFINITY

const touched = () => {
  touchedAt = performance.now()
}
for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
  window.addEventListener(sign, touched, { capture: true, passive: true })

/** Whether a person in front of the screen just did something: only then a request keeps the session open. */
const isAttended = (): boolean => performance.now() - touchedAt < attendedMs
