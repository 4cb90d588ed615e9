import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { operator } from './api.ts'
import { useSessionState } from './session.ts'

/** First parts of the query keys that a change of a record makes stale. */
const concerned = ['records', 'record', 'refusals', 'queue', 'health']
const longestWaitSeconds = '25'
/** A busy shop has changes all the time: a screen asks again a few times a second at most, and rests as long as it asked. */
const gatheredMs = 300
const againAfterMs = 2_000

/** As long as a session is open: asks what changed, and waits for the answer. */
export function useLiveChanges(): void {
  const queries = useQueryClient()
  const { session, isLocked } = useSessionState()
  const token = isLocked ? undefined : session?.token
  useEffect(() => {
    if (token === undefined) return
    const ended = new AbortController()
    void followChanges(ended.signal, () =>
      Promise.all(concerned.map((key) => queries.invalidateQueries({ queryKey: [key] }))),
    )
    return () => ended.abort()
  }, [token, queries])
}

async function followChanges(ended: AbortSignal, changed: () => Promise<unknown>): Promise<void> {
  let after: string | undefined
  while (!ended.aborted) {
    try {
      const { items, next } = await operator('changes', { query: { after, wait: longestWaitSeconds } })
      if (ended.aborted) return
      const began = performance.now()
      if (items.length > 0 || after === undefined) await changed()
      after = String(next)
      await pause(Math.max(gatheredMs, performance.now() - began))
    } catch {
      // The gateway was away, or a backup was restored and the place in the feed is not valid any more. Everything is
      // asked again.
      after = undefined
      await pause(againAfterMs)
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
