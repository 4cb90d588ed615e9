import { app, BrowserWindow } from 'electron'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'
import { lockedWebPreferences, ownOrigin } from '../page/web-preferences.ts'
import { builtFiles } from '../places.ts'
import { hasTray } from './menu.ts'

/** `ready-to-show` never comes if the page is empty or the graphics card paints nothing. A slow computer needs time. */
const paintedWithinMs = 20_000
/** Before a page is loaded again that broke twice in a minute. */
const reloadPauseMs = 10_000

export function openMainWindow({ state, ending, isHidden }: DesktopContext): BrowserWindow {
  const { isKiosk } = state.current
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    kiosk: isKiosk,
    title: 'Resit',
    webPreferences: { ...lockedWebPreferences, preload: builtFiles.preload, devTools: !app.isPackaged },
  })
  // Only when a person opens it, because maximize() shows a hidden window.
  if (!isKiosk) window.once('show', () => window.maximize())
  const show = () => {
    clearTimeout(unpainted)
    // A hidden window loads its page, too.
    if (!isHidden) window.show()
  }
  const unpainted = setTimeout(() => {
    if (window.isDestroyed()) return
    log.error('the screens were not painted')
    show()
  }, paintedWithinMs)
  window.once('ready-to-show', show)
  window.on('close', (event) => {
    // A closed window is hidden. Tills need the gateway, which ends with the program.
    if (ending.hasBegun()) return
    event.preventDefault()
    // In kiosk mode no key closes the window.
    if (state.current.isKiosk) return
    if (hasTray()) window.hide()
    else window.minimize()
  })
  let crashes = 0
  // A page has no documents to lose. One that breaks again and again would keep the computer busy.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    crashes += 1
    setTimeout(() => (crashes -= 1), 60_000).unref()
    log.error({ reason, crashes }, 'the page of the window broke')
    const reload = () => (window.isDestroyed() ? undefined : window.webContents.reload())
    setTimeout(reload, crashes === 1 ? 0 : reloadPauseMs)
  })
  // The load also fails if the window is closed. The person sees any other failure.
  window.loadURL(`${ownOrigin}/`).catch((err: unknown) => log.warn({ err }, 'the page of the window was not loaded'))
  return window
}
