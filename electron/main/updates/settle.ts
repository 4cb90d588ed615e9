import { app, dialog } from 'electron'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'

/** So many starts of a new version without one good look at the gateway mean that it does not work here. */
const mostStarts = 3

/**
 * Looks what became of the last update, before the gateway is started, and says what to do if it does not work here:
 * a person installs the version before.
 */
export function settleUpdate({ preferences, logs, state }: DesktopContext): void {
  const { pendingUpdate: pending } = preferences.kept
  if (pending === null) return
  const { from, to, backup } = pending
  if (to !== app.getVersion()) {
    logs.log.warn({ to }, 'the installer did not install the update')
    preferences.set({ pendingUpdate: null, failedVersion: to })
    return
  }
  const starts = pending.starts + 1
  preferences.set({ pendingUpdate: { ...pending, starts } })
  if (starts <= mostStarts) return
  logs.log.error({ from, to }, 'the update does not work here')
  const { language } = state.current
  const detail = sayIn(desktopWords, language, 'update_failed', { from, to, backup })
  dialog.showErrorBox(desktopWords[language].cannot_start, detail)
}
