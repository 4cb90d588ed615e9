import { writeFileSync } from 'node:fs'
import { app, type BrowserWindow, ipcMain, powerMonitor, shell } from 'electron'
import type { Language } from '../../../shared/words/words.ts'
import type { Standing as GatewayStanding } from '../../gateway-host/messages.ts'
import type { AutoStart } from '../auto-start.ts'
import type { Standing } from '../desktop-state.ts'
import { endCleanly } from '../ending.ts'
import type { Keeper } from '../gateway/keeper.ts'
import type { Logs } from '../log.ts'
import { places } from '../places.ts'
import type { Preferences } from '../preferences.ts'
import { openUpdates } from '../updates/open.ts'
import { bringUp, openMainWindow } from '../window/main-window.ts'
import { setMenu } from '../window/menu.ts'
import { noticeOf, notify, updateNotice } from '../window/notices.ts'
import { openTray } from '../window/tray.ts'
import { openBridge } from './bridge.ts'
import { deedsOf } from './deeds.ts'

/** How the gateway stands; who opened it tells whoever shows it. */
export interface Watch {
  standing: GatewayStanding | null
  stood: (standing: GatewayStanding) => void
}

export interface DeskParts {
  /** Of the command line, for the gateway. */
  readonly args: readonly string[]
  readonly dataDir: string
  readonly state: Standing
  readonly logs: Logs
  readonly language: () => Language
  readonly watch: Watch
  readonly preferences: Preferences
  readonly keeper: Keeper
  readonly autoStart: AutoStart
  readonly isHidden: boolean
}

/** Window, menu, tray, what the window may ask, updates and notices. */
export function openDesk(parts: DeskParts): void {
  const { state, logs, language, watch, keeper } = parts
  const ending = endCleanly(keeper, logs)
  const window = openWindow(parts, () => ending.hasBegun())
  const show = () => bringUp(window)
  const updates = openUpdates({
    ...parts,
    log: logs.log,
    ending,
    standing: () => watch.standing,
    askPerson: (version) => notify(updateNotice(version, language()), show),
  })
  const acts = {
    show,
    openLogs: () => void shell.openPath(logs.dir),
    checkForUpdate: () => void updates.check(),
    applyUpdate: () => void updates.apply('person'),
    quit: () => app.quit(),
  }
  const tray = openTray(places.icon, acts)
  const tell = () => tray?.show({ language: language(), state: state.current, standing: watch.standing })
  const speak = (chosen: Language) => {
    setMenu({ language: chosen, isKiosk: state.current.isKiosk }, acts)
    keeper.speak(chosen)
    tell()
  }
  speak(language())
  state.listen(tell)
  openBridge(ipcMain, {
    deeds: deedsOf({ ...parts, updates, speak, window: () => window }),
    log: logs.log,
    window: () => window,
  })
  watch.stood = (standing) => {
    const notice = noticeOf(watch.standing, standing, language())
    watch.standing = standing
    if (notice !== null) notify(notice, show)
    tell()
  }
  powerMonitor.on('resume', () => keeper.wake())
  updates.keepLooking()
}

function openWindow({ state, logs, language, preferences, isHidden }: DeskParts, mayClose: () => boolean) {
  const window: BrowserWindow = openMainWindow({
    preloadPath: places.preload,
    preferences,
    log: logs.log,
    language,
    isKiosk: state.current.isKiosk,
    isHidden,
    hasDevTools: !app.isPackaged,
    mayClose,
  })
  // Whoever started this from a checkout takes an end before this for a system on which no window can be opened.
  const { RESIT_OPENED: opened } = process.env
  if (opened !== undefined) window.once('ready-to-show', () => writeFileSync(opened, ''))
  app.on('second-instance', () => bringUp(window))
  app.on('activate', () => bringUp(window))
  return window
}
