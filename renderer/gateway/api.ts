import paths from 'virtual:paths'
import { callEndpoint, type Fetch, GatewayProblem } from '../../shared/api/call.ts'
import type { EndpointCaller } from '../../shared/api/endpoint.ts'
import type { OperatorCaller } from '../../shared/api/operator-client.ts'
import type { WireProblem } from '../../shared/api/shapes/problem.ts'
import { currentLanguage } from '../words/language.ts'
import { withOwnerPin } from './owner-pin.ts'
import {
  currentSession,
  forgetToken,
  readKeptToken,
  type Session,
  setLocked,
  setSessionExpired,
  setSignedIn,
} from './session.ts'

/** The gateway serves the screens, so the page's own origin is the gateway. */
const origin = window.location.origin
const sessionPath = '/session'

/** Longer than the gateway waits for changes (live.ts). */
const longestReadMs = 40_000
/** These wait for MyInvois, or read every record. */
const longReads = [paths.interface.tinSearch.path, paths.operator.verify.path]

/**
 * `fetch` with a time limit for reads, so that a screen does not load for ever if the gateway hangs or a proxy loses
 * the request. An act has none: its answer says whether it was done.
 */
const fetchWithReadTimeout: Fetch = (url, init) => {
  const isLimited = init.method === 'GET' && !longReads.some((path) => url.split('?')[0]?.endsWith(path))
  return fetch(url, { ...init, cache: 'no-store', ...(isLimited && { signal: AbortSignal.timeout(longestReadMs) }) })
}

/** Whether a read ended by the limit. */
export const isTimeoutError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'TimeoutError'

const send: Fetch = async (url, init) => {
  const headers = isAttended() ? init.headers : { ...init.headers, 'x-unattended': '1' }
  const response = await fetchWithReadTimeout(url, { ...init, headers })
  if (response.status === 401 && currentSession() !== null) await findOut(url)
  return response
}

/** The gateway refused the token. The session is locked because it was not used, or it has ended. */
async function findOut(url: string): Promise<void> {
  if (url.endsWith(sessionPath)) return setSessionExpired()
  try {
    if ((await operator('session')).locked) setLocked()
  } catch {
    // If the session has ended, this call has found it out already. If the gateway is away, the status bar says so.
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

/** The API for tills, called with the token of the signed-in person and with extra headers for one act. */
export const tillApiWith =
  (headers: Readonly<Record<string, string>>): EndpointCaller =>
  async (id, ...[ask]) =>
    (await callEndpoint(paths.interface[id], ask ?? {}, { ...options('/v1'), headers })) as never

/** A call that every key may make, as a till makes it: with the key, and without the person. */
export const callVersionWithKey = (key: string): Promise<unknown> =>
  callEndpoint(paths.interface.version, {}, { baseUrl: `${origin}/v1`, token: key, fetch: fetchWithReadTimeout })

/** The operator API. If a call needs an owner's PIN, this asks the owner for it. */
export const operator: OperatorCaller = async (id, ...[ask]) => {
  const call = paths.operator[id]
  if (!call.ownerPin) return (await callEndpoint(call, ask ?? {}, ofOperator)) as never
  const task = (headers: Readonly<Record<string, string>>) =>
    callEndpoint(call, ask ?? {}, { ...options('/operator/v1'), headers })
  return (await withOwnerPin(task, { act: id, rule: call.ownerPin })) as never
}

/** Runs before anything is drawn: after a reload the page continues its session, if the gateway still has it. */
export async function resumeSession(): Promise<void> {
  const token = readKeptToken()
  if (token === null) return
  try {
    const shown = await callEndpoint(paths.operator.session, {}, { ...ofOperator, token })
    setSignedIn({ token, ...(shown as Omit<Session, 'token'>) })
  } catch {
    forgetToken()
  }
}

/** Fetches a picture or a page of the gateway with the token of the session. @throws GatewayProblem if it is refused */
export async function fetchAuthorized(path: string): Promise<Response> {
  const response = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${currentSession()?.token ?? ''}`, 'accept-language': currentLanguage() },
    cache: 'no-store',
    signal: AbortSignal.timeout(longestReadMs),
  })
  if (!response.ok) throw new GatewayProblem((await response.json()) as WireProblem)
  return response
}

/** If the last touch or key is older than this, a request comes from the screen itself and not from a person. */
const attendedMs = 5_000
let touchedAt = Number.NEGATIVE_INFINITY

const touched = () => {
  touchedAt = performance.now()
}
for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
  window.addEventListener(sign, touched, { capture: true, passive: true })

/** Whether a person just touched the screen or the keyboard. Only then does a request keep the session open. */
const isAttended = (): boolean => performance.now() - touchedAt < attendedMs
