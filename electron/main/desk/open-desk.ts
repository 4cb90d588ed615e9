import { writeFileSync } from 'node:fs'
import { app, ipcMain, powerMonitor, shell } from 'electron'
import type { Language } from '../../../shared/words/words.ts'
import type { Standing as GatewayStanding } from '../../gateway-host/messages.ts'
import { endCleanly } from '../ending.ts'
import { places } from '../places.ts'
import { openUpdates, type UpdateSurroundings } from '../updates/open.ts'
import { bringUp, openMainWindow } from '../window/main-window.ts'
import { setMenu } from '../window/menu.ts'
import { noticeOf, notify, updateNotice } from '../window/notices.ts'
import { openTray } from '../window/tray.ts'
import { openBridge } from './bridge.ts'
import { type DeedParts, deedsOf } from './deeds.ts'

/** How the gateway stands; who opened it tells whoever shows it. */
export interface Watch {
  standing: GatewayStanding | null
  stood: (standing: GatewayStanding) => void
}

type DeskParts = Omit<DeedParts, 'updates' | 'speak' | 'window'> &
  Pick<UpdateSurroundings, 'args' | 'dataDir'> & {
    readonly language: () => Language
    readonly watch: Watch
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

function openWindow({ state, logs, language, isHidden }: DeskParts, mayClose: () => boolean) {
  const window = openMainWindow({
    preloadPath: places.preload,
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
