import type { InstallationName } from '../../shared/domain/installation.ts'
import { shown } from './shown.ts'

/**
 * The installation that the gateway is starting in, on this page's asking. Whatever becomes of the session meanwhile, nobody
 * is let in before the page was loaded anew from there: what is typed at a door that goes away in the next moment is lost.
 */
const destination = shown<InstallationName | null>(null)

/** @param to null where it stays where it is after all */
export const setOut = (to: InstallationName | null): void => destination.become(to)

export const useDestination = (): InstallationName | null => destination.use()
