import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import electronUpdater from 'electron-updater'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { isAcceptable } from '../../release/source.ts'
import { type Ending, startAgain } from '../ending.ts'
import type { Keeper } from '../gateway/keeper.ts'
import { desktopFile } from '../places.ts'
import { needsAdministrator, previousVersions } from './previous.ts'
import { type UpdateParts, Updates } from './updates.ts'

/** Set by the build of a release (build/vite.desktop.config.ts); a build without them takes no updates. */
declare const RESIT_RELEASE_KEY: string
declare const RESIT_RELEASE_URL: string

const firstLookMs = 60_000
const lookEveryMs = 6 * 3_600_000
const applyEveryMs = 60_000

export interface UpdateSurroundings extends Pick<UpdateParts, 'args' | 'state' | 'preferences' | 'log' | 'standing'> {
  readonly dataDir: string
  readonly keeper: Keeper
  readonly ending: Ending
  /** That a version is ready, and waits for somebody who may install it. */
  readonly askPerson: (version: string) => void
}

/** Only a rehearsal may name another key and another server: what is packed listens to no environment. */
const release = () =>
  app.isPackaged
    ? { key: RESIT_RELEASE_KEY, url: RESIT_RELEASE_URL }
    : { key: process.env['RESIT_RELEASE_KEY'] ?? '', url: process.env['RESIT_RELEASE_URL'] ?? '' }

export function openUpdates({ dataDir, keeper, ending, askPerson, ...parts }: UpdateSurroundings) {
  const { key, url } = release()
  const { autoUpdater } = electronUpdater
  const isOn = key !== '' && isAcceptable(url)
  if (isOn) {
    autoUpdater.forceDevUpdateConfig = !app.isPackaged
    autoUpdater.setFeedURL({ provider: 'generic', url })
  }
  const backupDir = join(dataDir, 'backups')
  const updates = new Updates({
    updater: autoUpdater,
    url,
    key: isOn ? key : '',
    current: app.getVersion(),
    backupDir,
    ...parts,
    previous: previousVersions(desktopFile('versions')),
    program: process.env['APPIMAGE'] ?? null,
    needsAdministrator: needsAdministrator(process),
    backUp(file) {
      mkdirSync(backupDir, { recursive: true, mode: 0o700 })
      return keeper.isOurs() ? keeper.backUp(file) : Promise.resolve(null)
    },
    async letGo() {
      await ending.begin()
      // The new version may be started before this one has ended, and would take it for the one to bring up.
      app.releaseSingleInstanceLock()
    },
    startAgain,
    now: () => Date.now(),
  })
  let asked: string | null = null
  const askOnce = ({ hindrance, offered }: DesktopState['update']) => {
    if (hindrance !== 'administrator' || offered === null || offered === asked) return
    asked = offered
    askPerson(offered)
  }
  return {
    check: () => updates.check(),
    apply: (by: 'person' | 'program') => updates.apply(by),
    /** Now and then, and installs what is ready when nobody sells anything. */
    keepLooking(): void {
      setTimeout(() => void updates.check(), firstLookMs).unref()
      setInterval(() => void updates.check(), lookEveryMs).unref()
      setInterval(() => {
        // With a gateway of everybody's the program is everybody's too: an administrator installs, or a person asked.
        if (keeper.isOurs()) void updates.apply('program').then(() => askOnce(parts.state.current.update))
      }, applyEveryMs).unref()
    },
  }
}
