import { writeFileSync } from 'node:fs'
import { app, powerMonitor, shell } from 'electron'
import { endCleanly } from '../ending.ts'
import { places } from '../places.ts'
import { keepUpdated, openUpdates } from '../updates/open.ts'
import { bringUp, openMainWindow } from '../window/main-window.ts'
import { openTray, setMenu } from '../window/menu.ts'
import { noticeOf, notify, updateNotice } from '../window/notices.ts'
import { openBridge } from './bridge.ts'
import { bridgeHandlers, type HandlerDeps } from './bridge-handlers.ts'
import type { DesktopContext } from './desktop-context.ts'

/**
 * Window, menu, tray, what the window may ask, updates and notices.
 * @param isHidden started with the computer: the tray is enough until a person wants more
 */
export function openDesktop(
  context: DesktopContext & Pick<HandlerDeps, 'gateway' | 'autoStart'>,
  isHidden: boolean,
): void {
  const { state, logs, gateway } = context
  const ending = endCleanly(gateway, logs)
  const window = openMainWindow(context, {
    isHidden,
    mayClose: () => ending.hasBegun(),
    port: () => gateway.port(),
  })
  const show = () => bringUp(window)
  // A start from a checkout takes an end before this for a system on which no window can be opened.
  const { RESIT_OPENED: opened } = process.env
  if (opened !== undefined) window.once('ready-to-show', () => writeFileSync(opened, ''))
  app.on('second-instance', show)
  app.on('activate', show)
  const updates = openUpdates(context, gateway, ending)
  const acts = {
    show,
    openLogs: () => void shell.openPath(logs.dir),
    applyUpdate: () => void updates.apply('person'),
    quit: () => app.quit(),
  }
  const tray = openTray(places.icon, acts)
  const tell = () => tray?.show(state)
  const speak = () => {
    setMenu(state.current, acts)
    gateway.tell({ kind: 'speak', language: state.current.language })
  }
  speak()
  tell()
  state.on('changed', tell)
  state.on('gateway_changed', (before, now) => {
    const notice = noticeOf(before, now, state.current.language)
    if (notice !== null) notify(notice, show)
    tell()
  })
  openBridge(bridgeHandlers({ ...context, updates, speak, window }), window, logs.log)
  powerMonitor.on('resume', () => gateway.tell({ kind: 'wake' }))
  keepUpdated(updates, context, (version) => notify(updateNotice(version, state.current.language), show))
}
