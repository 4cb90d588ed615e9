import { useEffect } from 'react'
import type { Bridge, DesktopState } from '../../shared/desktop/bridge.ts'
import { bridgeName } from '../../shared/desktop/calls.ts'
import type { Language } from '../../shared/words/words.ts'
import { shown } from './shown.ts'

/** The desktop around this page; null in a browser. */
export const desktop = ((window as unknown as Record<string, unknown>)[bridgeName] as Bridge | undefined) ?? null

const againAfterMs = 2_000

const state = shown<DesktopState | null>(null)
let isListening = false

/** Asks for the next state for as long as this page is open. */
async function follow(bridge: Bridge): Promise<never> {
  for (;;)
    try {
      state.become(await bridge.state({ after: state.now()?.version ?? 0 }))
    } catch {
      // Refused for asking too often, at most: a moment later it answers again.
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    }
}

/** What it speaks; null in a browser, and where it does not say: the screens are there all the same. */
export const desktopLanguage = async (): Promise<Language | null> =>
  desktop?.state({ after: 0 }).then(
    ({ language }) => language,
    () => null,
  ) ?? null

/** How the desktop stands; null in a browser, and before it was first asked. */
export function useDesktop(): DesktopState | null {
  useEffect(() => {
    if (desktop === null || isListening) return
    isListening = true
    void follow(desktop)
  }, [])
  return state.use()
}
