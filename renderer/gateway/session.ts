import { useSyncExternalStore } from 'react'
import type { OperatorAnswer } from '../../shared/catalogue/operator-client.ts'
import type { Scope } from '../../shared/catalogue/scopes.ts'

/** Who is signed in at this screen. Lives in memory only: a page that is loaded anew asks for the PIN. */
export type Session = OperatorAnswer<'signIn'>

interface Standing {
  readonly session: Session | null
  /** The session waits for the PIN; what was on the screen is kept behind the door. */
  readonly isLocked: boolean
  /** The gateway ended a session that somebody was using. */
  readonly hasExpired: boolean
}

const nobody: Standing = { session: null, isLocked: false, hasExpired: false }
let standing = nobody
let lastPerson: string | null = null
const listeners = new Set<() => void>()

function become(next: Standing): void {
  standing = next
  for (const heard of listeners) heard()
}

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

export const signedIn = (session: Session): void => {
  lastPerson = session.operator.id
  become({ session, isLocked: false, hasExpired: false })
}
/** Whether somebody else than this person was at this screen before. */
export const isAnother = (person: string): boolean => lastPerson !== null && lastPerson !== person
export const signedOut = (): void => become(nobody)
export const expired = (): void => become({ ...nobody, hasExpired: true })
export const locked = (): void => become({ ...standing, isLocked: standing.session !== null })
export const unlocked = (): void => become({ ...standing, isLocked: false })
export const currentSession = (): Session | null => standing.session
export const useStanding = (): Standing => useSyncExternalStore(listen, () => standing)

/** @throws where nobody is signed in: only screens behind the sign-in may ask */
export function useSession(): Session {
  const { session } = useStanding()
  if (!session) throw new Error('nobody is signed in')
  return session
}

export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope)
