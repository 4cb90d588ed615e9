import { operator } from './api.ts'
import { currentSession, locked, signedOut } from './session.ts'

/**
 * The screen is covered at once, whether or not the gateway hears of it: there a session that nobody uses is locked
 * by itself.
 */
export async function lock(): Promise<void> {
  if (currentSession() === null) return
  locked()
  await heard(operator('lock', { body: {} }))
}

export async function signOut(): Promise<void> {
  const told = heard(operator('signOut', { body: {} }))
  signedOut()
  await told
}

const heard = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  )
