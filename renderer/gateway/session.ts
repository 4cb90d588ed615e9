import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { Scope } from '../../shared/api/scopes.ts'
import type { EnvironmentKind } from '../../shared/domain/installation.ts'
import { sharedState } from './shared-state.ts'

/** The signed-in person and what they may do. */
export type Session = OperatorAnswer<'signIn'>

interface SessionState {
  readonly session: Session | null
  /** The session waits for the PIN. The screen behind it is kept. */
  readonly isLocked: boolean
  /** The gateway ended a session that was in use. */
  readonly hasExpired: boolean
}

const noSession: SessionState = { session: null, isLocked: false, hasExpired: false }
const state = sharedState(noSession)
let lastPerson: string | null = null

/** In the storage of this tab, and gone with the tab. It holds the token only, for a reload, and no personal data. */
const place = 'resit.session'

export const readKeptToken = (): string | null => sessionStorage.getItem(place)
export const forgetToken = (): void => sessionStorage.removeItem(place)

function become(next: SessionState): void {
  if (next.session === null) forgetToken()
  else sessionStorage.setItem(place, next.session.token)
  state.become(next)
}

/** Also after a reload, with the session that the tab had before. */
export const setSignedIn = (session: Session): void => {
  lastPerson = session.operator.id
  become({ session, isLocked: session.locked, hasExpired: false })
}
/** Whether the last person at this screen was another one. */
export const isOtherPerson = (person: string): boolean => lastPerson !== null && lastPerson !== person
export const setSignedOut = (): void => become(noSession)
export const setSessionExpired = (): void => become({ ...noSession, hasExpired: true })
export const setLocked = (): void => become({ ...state.now(), isLocked: state.now().session !== null })
/** @param now the session as the gateway has it. While it was locked, less of it was shown */
export const setUnlocked = (now: Omit<Session, 'token'>): void => become({ ...renewedBy(now), isLocked: false })
/** @param now the session after a change, such as a new company or another time zone */
export const updateSession = (now: Omit<Session, 'token'>): void => become(renewedBy(now))

function renewedBy(now: Omit<Session, 'token'>): SessionState {
  const { session } = state.now()
  return { ...state.now(), session: session && { ...session, ...now } }
}

export const currentSession = (): Session | null => state.now().session
export const useSessionState = (): SessionState => state.use()

/** @throws Error if no one is signed in. Only screens behind the sign-in may call this */
export function useSession(): Session {
  const { session } = useSessionState()
  if (!session) throw new Error('no one is signed in')
  return session
}

/** False for people who are limited to some outlets. They do not see what concerns a whole company. */
export const useSeesAllOutlets = (): boolean => useSession().outlets === undefined

export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope)

/** Whether the person may do this for whole companies. */
export function useMayForAll(scope: Scope): boolean {
  const may = useMay(scope)
  return useSeesAllOutlets() && may
}

/**
 * The installation that the gateway changes to because this page asked for it. Until the page was reloaded no one can
 * sign in, even if the session ends: what is typed into a page that disappears is lost.
 */
export const { become: setTargetInstallation, use: useTargetInstallation } = sharedState<EnvironmentKind | null>(null)
