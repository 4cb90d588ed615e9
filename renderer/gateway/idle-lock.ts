import { useIdle } from '@mantine/hooks'
import { useEffect } from 'react'
import { lock } from './leave.ts'
import { useSession } from './session.ts'

/** A screen nobody uses is locked: the next person may be a stranger (reliability 6). */
export function useIdleLock(): void {
  const { idle_lock_ms: idleMs } = useSession()
  const isIdle = useIdle(idleMs, { initialState: false })
  useEffect(() => {
    if (isIdle) void lock()
  }, [isIdle])
}
