import { useIdle } from '@mantine/hooks'
import { useEffect } from 'react'
import { operator } from './api.ts'
import { currentSession, setLocked, setSignedOut, useSession } from './session.ts'

/** Codes on the screen that are shown once, and were neither copied nor written down. */
export const unsavedCodes = new Set<string>()

/** Covers the screen at once. If the gateway does not hear of it, it locks the unused session by itself. */
export async function lock(): Promise<void> {
  if (currentSession() === null) return
  setLocked()
  await operator('lock', { body: {} }).catch(() => null)
}

export async function signOut(): Promise<void> {
  const told = operator('signOut', { body: {} }).catch(() => null)
  setSignedOut()
  await told
}

/** Locks an unused screen, because the next person at it may be a stranger (reliability 6). */
export function useIdleLock(): void {
  const { idle_lock_ms: idleMs } = useSession()
  const isIdle = useIdle(idleMs, { initialState: false })
  useEffect(() => {
    if (isIdle) void lock()
  }, [isIdle])
}
