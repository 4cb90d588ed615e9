import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { Scope } from '../../shared/api/scopes.ts'
import type { InstallationName } from '../../shared/domain/installation.ts'
import { shown } from './shown.ts'

/** Who is signed in at this screen. */
export type Session = OperatorAnswer<'signIn'>

interface SessionState {
  readonly session: Session | null
  /** The session waits for the PIN; what was on the screen is kept behind the door. */
  readonly isLocked: boolean
  /** The gateway ended a session that was in use. */
  readonly hasExpired: boolean
}

const noSession: SessionState = { session: null, isLocked: false, hasExpired: false }
const state = shown(noSession)
let lastPerson: string | null = null

/** Of this tab alone, and gone with it: what a page that is reloaded goes on with. Nothing of a person is in it. */
const place = 'resit.session'

export const keptToken = (): string | null => sessionStorage.getItem(place)
export const forgetToken = (): void => sessionStorage.removeItem(place)

function become(next: SessionState): void {
  if (next.session === null) forgetToken()
  else sessionStorage.setItem(place, next.session.token)
  state.become(next)
}

/** Also of a session that the tab had before it was reloaded. */
export const signedIn = (session: Session): void => {
  lastPerson = session.operator.id
  become({ session, isLocked: session.locked, hasExpired: false })
}
/** Whether another person was at this screen before. */
export const isAnother = (person: string): boolean => lastPerson !== null && lastPerson !== person
export const signedOut = (): void => become(noSession)
export const expired = (): void => become({ ...noSession, hasExpired: true })
export const locked = (): void => become({ ...state.now(), isLocked: state.now().session !== null })
/** @param now as the gateway shows it, which says less while it is locked */
export const unlocked = (now: Omit<Session, 'token'>): void => become({ ...renewedBy(now), isLocked: false })
/** @param now as the gateway shows it after something in it changed: a company came, or its time zone is another one */
export const renewed = (now: Omit<Session, 'token'>): void => become(renewedBy(now))

function renewedBy(now: Omit<Session, 'token'>): SessionState {
  const { session } = state.now()
  return { ...state.now(), session: session && { ...session, ...now } }
}

export const currentSession = (): Session | null => state.now().session
export const useSessionState = (): SessionState => state.use()

/** @throws if no one is signed in: only screens behind the sign-in may ask */
export function useSession(): Session {
  const { session } = useSessionState()
  if (!session) throw new Error('no one is signed in')
  return session
}

/** False for people who are limited to some outlets: what is of a whole company is not shown to them. */
export const useSeesAll = (): boolean => useSession().outlets === undefined

export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope)

/** Whether it may be done for whole companies. */
export function useMayForAll(scope: Scope): boolean {
  const may = useMay(scope)
  return useSeesAll() && may
}

/**
 * The installation that the gateway is starting in, on this page's asking. Also if the session ends meanwhile, no one
 * is let in before the page was reloaded from there: what is typed at a door that goes away in the next moment is lost.
 */
const destination = shown<InstallationName | null>(null)

/** @param to null if it stays where it is after all */
export const setOut = (to: InstallationName | null): void => destination.become(to)

export const useDestination = (): InstallationName | null => destination.use()
