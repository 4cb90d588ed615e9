import { useEffect } from 'react'
import type { Bridge, DesktopState } from '../../shared/desktop/bridge.ts'
import { bridgeName } from '../../shared/desktop/calls.ts'
import type { Language } from '../../shared/words/words.ts'
import { sharedState } from './shared-state.ts'

/** The desktop program around this page; null in a browser. */
export const desktop = ((window as unknown as Record<string, unknown>)[bridgeName] as Bridge | undefined) ?? null

const againAfterMs = 2_000

const state = sharedState<DesktopState | null>(null)
let isListening = false

/** Asks for the next state as long as this page is open. */
async function follow(bridge: Bridge): Promise<never> {
  for (;;)
    try {
      state.become(await bridge.state({ after: state.now()?.version ?? 0 }))
    } catch {
      // The desktop refuses questions that come too often. After a pause it answers again.
      await new Promise((resolve) => setTimeout(resolve, againAfterMs))
    }
}

/**
 * The language of the desktop; null in a browser, or if the desktop does not answer. The screens start all the same.
 */
export const fetchDesktopLanguage = async (): Promise<Language | null> =>
  desktop?.state({ after: 0 }).then(
    ({ language }) => language,
    () => null,
  ) ?? null

/** The state of the desktop; null in a browser, and until the first answer. */
export function useDesktop(): DesktopState | null {
  useEffect(() => {
    if (desktop === null || isListening) return
    isListening = true
    void follow(desktop)
  }, [])
  return state.use()
}
