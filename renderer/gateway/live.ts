import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentLanguage } from '../words/language.ts'
import { operator } from './api.ts'
import { currentSession, locked, useSessionState } from './session.ts'
import { shown } from './shown.ts'

/** News come as server-sent events; where they stop coming, the screens look for themselves until they are back. */
const againAfterMs = 2_000
/** The gateway says something at least every 15 s. */
const longestSilenceMs = 40_000
const gatheredMs = 300

const isLive = shown(false)

function becomeLive(next: boolean): void {
  if (isLive.now() !== next) isLive.become(next)
}

/** Whether news come by themselves. */
export const useIsLive = (): boolean => isLive.use()

/** What became stale by an event of the gateway, as the first part of query keys. */
const concerns: Readonly<Record<string, readonly string[]>> = {
  changed: ['records', 'record', 'queue', 'refusals'],
  standing: ['health', 'queue'],
}

/** Where the news were heard up to, so that a break loses none. */
interface Place {
  after: string | null
}

/** Listens for as long as somebody is signed in. */
export function useLive(): void {
  const queries = useQueryClient()
  const { session, isLocked } = useSessionState()
  const token = isLocked ? undefined : session?.token
  useEffect(() => {
    if (token === undefined) return
    const ended = new AbortController()
    const stale = staleSoon((key) => void queries.invalidateQueries({ queryKey: [key] }))
    void keepListening(token, (name) => concerns[name]?.forEach(stale), ended.signal)
    return () => {
      ended.abort()
      becomeLive(false)
    }
  }, [token, queries])
}

/** A busy shop has news all the time; a screen is drawn anew a few times a second at most. */
function staleSoon(invalidate: (key: string) => void): (key: string) => void {
  const waiting = new Set<string>()
  return (key) => {
    if (waiting.size === 0)
      setTimeout(() => {
        for (const stale of waiting) invalidate(stale)
        waiting.clear()
      }, gatheredMs)
    waiting.add(key)
  }
}

async function keepListening(token: string, onEvent: (name: string) => void, ended: AbortSignal): Promise<void> {
  const place: Place = { after: null }
  while (!ended.aborted && currentSession()?.token === token) {
    try {
      await listenOnce({ token, place, onEvent, ended })
    } catch {
      // Whatever it was: not live until it works again, and the status bar says so.
    }
    becomeLive(false)
    if (ended.aborted) return
    for (const name of Object.keys(concerns)) onEvent(name)
    await new Promise((resolve) => setTimeout(resolve, againAfterMs))
  }
}

interface Listening {
  readonly token: string
  readonly place: Place
  readonly ended: AbortSignal
  onEvent(name: string): void
}

/** A header carries the token, so that it never stands in an address: hence no EventSource. */
async function listenOnce({ token, place, onEvent, ended }: Listening): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), longestSilenceMs)
  try {
    const response = await fetch(`/operator/v1/events${place.after === null ? '' : `?after=${place.after}`}`, {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'accept-language': currentLanguage(),
        'x-unattended': '1',
      },
      cache: 'no-store',
      signal: AbortSignal.any([ended, silence.signal]),
    })
    // A backup was put back, and the place is of another past. The screens look at everything anew in any case.
    if (response.status === 400) place.after = null
    if (!response.ok || !response.body) return
    becomeLive(true)
    for await (const block of blocksOf(response.body)) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), longestSilenceMs)
      place.after = /^id: ?(\d+)$/m.exec(block)?.[1] ?? place.after
      const name = /^event: ?(\w+)$/m.exec(block)?.[1]
      if (name === 'ended') return await askWhetherLocked()
      if (name !== undefined) onEvent(name)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Events as they stand in the stream, with an empty line between them. */
async function* blocksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    yield* blocks
  }
}

/** The gateway locks a session that nobody uses; one that is over answers 401, which signs out (api.ts). */
async function askWhetherLocked(): Promise<void> {
  const { locked: isLocked } = await operator('session')
  if (isLocked) locked()
}
