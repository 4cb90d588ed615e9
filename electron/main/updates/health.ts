import { compareVersions } from '../../release/version.ts'
import type { Preferences } from '../preferences.ts'

/** So many starts of a new version without one good look at the gateway mean that it does not work here. */
const mostStarts = 3

export type Settled =
  | { readonly kind: 'nothing' }
  /** It runs for the first time, or again before it proved itself. */
  | { readonly kind: 'on_trial' }
  /** The installer did not do it: the version before still runs. */
  | { readonly kind: 'not_installed'; readonly to: string }
  | { readonly kind: 'failed'; readonly from: string; readonly to: string; readonly backup: string }

/** What became of an update, asked at every start before the gateway is started. */
export function settleUpdate({ kept, set }: Preferences, current: string): Settled {
  const { pendingUpdate: pending } = kept
  if (pending === null) return { kind: 'nothing' }
  if (current !== pending.to) {
    set({ pendingUpdate: null, failedVersion: pending.to })
    return { kind: 'not_installed', to: pending.to }
  }
  const starts = pending.starts + 1
  set({ pendingUpdate: { ...pending, starts } })
  return starts > mostStarts ? { kind: 'failed', ...pending } : { kind: 'on_trial' }
}

/** The gateway of this version was seen to work: nothing older is installed from now on. */
export function provedItself({ kept, set }: Preferences, current: string): void {
  const { newestVersion, pendingUpdate } = kept
  if (newestVersion === null || compareVersions(current, newestVersion) > 0) set({ newestVersion: current })
  // The version before still gives signs of life while its place is being taken: that proves nothing of the new one.
  if (pendingUpdate?.to === current) set({ pendingUpdate: null })
}
