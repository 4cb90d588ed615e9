import { useSyncExternalStore } from 'react'
import type { InstallationName } from '../../shared/domain/installation.ts'

/**
 * The installation that the gateway is starting in, on this page's asking. Whatever becomes of the session meanwhile, nobody
 * is let in before the page was loaded anew from there: what is typed at a door that goes away in the next moment is lost.
 */
let destination: InstallationName | null = null
const listeners = new Set<() => void>()

const listen = (heard: () => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** @param to null where it stays where it is after all */
export function setOut(to: InstallationName | null): void {
  destination = to
  for (const heard of listeners) heard()
}

export const useDestination = (): InstallationName | null => useSyncExternalStore(listen, () => destination)
