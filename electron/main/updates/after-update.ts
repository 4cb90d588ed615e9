import { spawn } from 'node:child_process'
import { copyFileSync, renameSync } from 'node:fs'
import { app, dialog, shell } from 'electron'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import { compareVersions } from '../../release/version.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { startAgain } from '../ending.ts'
import { desktopFile } from '../places.ts'
import type { Preferences } from '../preferences.ts'
import { keptFile, keptVersions, needsAdministrator } from './previous.ts'

/** So many starts of a new version without one good look at the gateway mean that it does not work here. */
const mostStarts = 3

/**
 * Looks what became of the last update, before the gateway is started, and where it does not work here offers the
 * version before.
 * @returns whether this program ends, because the version before takes its place
 */
export async function settleOrGoBack({ preferences, logs, state }: DesktopContext): Promise<boolean> {
  const { pendingUpdate: pending } = preferences.kept
  if (pending === null) return false
  const { from, to, backup } = pending
  if (to !== app.getVersion()) {
    logs.log.warn({ to }, 'the installer did not install the update')
    preferences.set({ pendingUpdate: null, failedVersion: to })
    return false
  }
  const starts = pending.starts + 1
  preferences.set({ pendingUpdate: { ...pending, starts } })
  if (starts <= mostStarts) return false
  const file = earlierVersion(preferences, from)
  const { language } = state.current
  const words = desktopWords[language]
  const detail = sayIn(desktopWords, language, 'update_failed', { from, to, backup, installer: file ?? '–' })
  if (file === null) {
    dialog.showErrorBox(words.cannot_start, detail)
    return false
  }
  const buttons = [words.go_on, sayIn(desktopWords, language, 'put_back', { from })]
  // Going on is what Enter and Escape do: a start that fails once more harms nothing.
  const common = { type: 'error', title: 'Resit', message: words.cannot_start, defaultId: 0, cancelId: 0 } as const
  if (dialog.showMessageBoxSync({ ...common, detail, buttons }) !== 1) return false
  logs.log.warn({ to: from }, 'a person puts the version before back')
  await putBack(file, preferences)
  return true
}

/** Puts the newest earlier version in the place of this one without asking, for whoever is not there to click. */
export async function goBack(preferences: Preferences): Promise<'done' | 'none_kept'> {
  const isEarlier = (version: string) => compareVersions(version, app.getVersion()) < 0
  const newest = keptVersions(desktopFile('versions')).filter(isEarlier).at(-1)
  const file = newest === undefined ? null : earlierVersion(preferences, newest)
  if (file !== null) await putBack(file, preferences)
  return file === null ? 'none_kept' : 'done'
}

/** What the releaser says must run no more is not put back either. */
function earlierVersion({ kept: { minimumVersion } }: Preferences, version: string): string | null {
  const isAllowed = minimumVersion === null || compareVersions(version, minimumVersion) >= 0
  return isAllowed ? keptFile(desktopFile('versions'), version) : null
}

/** Documents stay as they are: whether an older copy of them takes their place is another decision. */
async function putBack(file: string, preferences: Preferences): Promise<void> {
  preferences.set({ pendingUpdate: null, failedVersion: app.getVersion() })
  const { APPIMAGE } = process.env
  if (process.platform === 'linux' && APPIMAGE !== undefined) {
    copyFileSync(file, `${APPIMAGE}.new`)
    renameSync(`${APPIMAGE}.new`, APPIMAGE)
    return startAgain()
  }
  // On macOS a person drags the program back. An installer that needs an administrator's rights asks for them.
  if (process.platform !== 'win32') shell.showItemInFolder(file)
  else if (needsAdministrator(process)) await shell.openPath(file)
  else spawn(file, ['--updated', '/S', '--force-run'], { detached: true, stdio: 'ignore' }).unref()
}
