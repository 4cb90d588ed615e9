import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import electronUpdater from 'electron-updater'
import type { Standing as GatewayStanding } from '../../gateway-host/messages.ts'
import type { Standing } from '../desktop-state.ts'
import type { Keeper } from '../gateway/keeper.ts'
import type { Logs } from '../log.ts'
import { desktopFile } from '../places.ts'
import type { Preferences } from '../preferences.ts'
import { keepableProgram, previousVersions } from './previous.ts'
import { isAcceptable } from './release-source.ts'
import { Updates } from './updates.ts'

/** Set by the build of a release (build/vite.desktop.config.ts); a build without them takes no updates. */
declare const RESIT_RELEASE_KEY: string
declare const RESIT_RELEASE_URL: string

const firstLookMs = 60_000
const lookEveryMs = 6 * 3_600_000
const applyEveryMs = 60_000

export interface UpdateSurroundings {
  readonly dataDir: string
  readonly state: Standing
  readonly preferences: Preferences
  readonly logs: Logs
  readonly keeper: Keeper
  readonly standing: () => GatewayStanding | null
}

/** Only a rehearsal may name another key and another server: what is packed listens to no environment. */
const release = () =>
  app.isPackaged
    ? { key: RESIT_RELEASE_KEY, url: RESIT_RELEASE_URL }
    : { key: process.env['RESIT_RELEASE_KEY'] ?? '', url: process.env['RESIT_RELEASE_URL'] ?? '' }

export function openUpdates({ dataDir, state, preferences, logs, keeper, standing }: UpdateSurroundings) {
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
    state,
    preferences,
    previous: previousVersions(desktopFile('versions')),
    program: keepableProgram(process),
    log: logs.log,
    standing,
    backUp(file) {
      mkdirSync(backupDir, { recursive: true, mode: 0o700 })
      return keeper.isOurs() ? keeper.backUp(file) : Promise.resolve(null)
    },
    stopGateway: () => keeper.stop(),
    startAgain() {
      app.relaunch()
      app.quit()
    },
    now: () => Date.now(),
  })
  return {
    check: () => updates.check(),
    apply: (by: 'person' | 'program') => updates.apply(by),
    /** Now and then, and installs what is ready when nobody sells anything. */
    keepLooking(): void {
      setTimeout(() => void updates.check(), firstLookMs).unref()
      setInterval(() => void updates.check(), lookEveryMs).unref()
      setInterval(() => {
        // With a gateway of everybody's the program is everybody's too: an administrator installs, or a person asked.
        if (keeper.isOurs()) void updates.apply('program')
      }, applyEveryMs).unref()
    },
  }
}
