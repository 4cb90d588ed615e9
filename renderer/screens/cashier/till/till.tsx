import { TillChoice } from './till-choice.tsx'

/** The till of this computer, as a screen of its own. */
export function TillScreen() {
  return <TillChoice done={() => window.history.back()} />
}
