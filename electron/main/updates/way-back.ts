import { copyFileSync, renameSync } from 'node:fs'
import { app, dialog, shell } from 'electron'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { fill, type Language } from '../../../shared/words/words.ts'
import { compareVersions } from '../../release/version.ts'
import { startAgain } from '../ending.ts'
import type { Log } from '../log.ts'
import { desktopFile } from '../places.ts'
import type { Preferences } from '../preferences.ts'
import { type Settled, settleUpdate } from './health.ts'
import { previousVersions } from './previous.ts'

type Failed = Extract<Settled, { kind: 'failed' }>

interface Surroundings {
  readonly preferences: Preferences
  readonly log: Log
  readonly language: Language
}

/**
 * Looks what became of the last update, and where it does not work here offers the version before.
 * @returns whether this program ends, because the version before takes its place
 */
export async function settleOrGoBack({ preferences, log, language }: Surroundings): Promise<boolean> {
  const settled = settleUpdate(preferences, app.getVersion())
  if (settled.kind !== 'nothing') log.info({ update: settled.kind }, 'after an update')
  if (settled.kind !== 'failed') return false
  const kept = previousVersions(desktopFile('versions')).of(settled.from)
  const { minimumVersion } = preferences.kept
  // What the releaser says must run no more is not put back either.
  const isAllowed = minimumVersion === null || compareVersions(settled.from, minimumVersion) >= 0
  const file = isAllowed ? kept : null
  if (!wantsBack(settled, file, language) || file === null) return false
  log.warn({ to: settled.from }, 'a person puts the version before back')
  preferences.set({ pendingUpdate: null, failedVersion: settled.to })
  await putBack(file, process.platform)
  return true
}

function wantsBack({ from, to, backup }: Failed, file: string | null, language: Language): boolean {
  const words = desktopWords[language]
  const detail = fill(words.update_failed, { from, to, backup, installer: file ?? '–' })
  if (file === null) {
    dialog.showErrorBox(words.cannot_start, detail)
    return false
  }
  const buttons = [words.go_on, fill(words.put_back, { from })]
  // Going on is what Enter and Escape do: a start that fails once more harms nothing.
  const common = { type: 'error', title: 'Resit', message: words.cannot_start, defaultId: 0, cancelId: 0 } as const
  return dialog.showMessageBoxSync({ ...common, detail, buttons }) === 1
}

/** Documents stay as they are: whether an older copy of them takes their place is another decision. */
async function putBack(file: string, platform: NodeJS.Platform): Promise<void> {
  const { APPIMAGE } = process.env
  if (platform === 'linux' && APPIMAGE !== undefined) {
    copyFileSync(file, `${APPIMAGE}.new`)
    renameSync(`${APPIMAGE}.new`, APPIMAGE)
    return startAgain()
  }
  // The installer asks by itself for the rights it needs; on macOS a person drags the program back.
  if (platform === 'win32') await shell.openPath(file)
  else shell.showItemInFolder(file)
}
