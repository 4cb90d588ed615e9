import { app, BrowserWindow } from 'electron'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { isInAddress, lockedDown, ownOrigin } from '../page/web-preferences.ts'
import { places } from '../places.ts'
import { hasTray } from './menu.ts'
import { plainPage } from './plain-page.ts'

interface WindowWish {
  /** The tray is enough until a person wants more. */
  readonly isHidden: boolean
  /** Closing hides: tills need the gateway, which ends with the program. */
  readonly mayClose: () => boolean
  /** Of the gateway; null while it does not answer. */
  readonly port: () => Promise<number | null>
}

const firstSize = { width: 1280, height: 800 }
const smallest = { minWidth: 800, minHeight: 600 }
/** Of an empty page, and of a graphics card that paints nothing, `ready-to-show` never comes. */
const paintedWithinMs = 10_000

export function openMainWindow(context: DesktopContext, wish: WindowWish): BrowserWindow {
  const { isKiosk } = context.state.current
  const window = new BrowserWindow({
    ...firstSize,
    ...smallest,
    show: false,
    kiosk: isKiosk,
    title: 'Resit',
    backgroundColor: '#ffffff',
    webPreferences: { ...lockedDown, preload: places.preload, devTools: !app.isPackaged },
  })
  // Only when a person opens it: filling the screen shows a window.
  if (!isKiosk) window.once('show', () => window.maximize())
  const tellWhatIsKnown = insteadOfScreens(window, context, wish)
  const show = () => {
    clearTimeout(unpainted)
    // One that is hidden gets its page all the same.
    if (!wish.isHidden) window.show()
  }
  const unpainted = setTimeout(() => {
    if (window.isDestroyed()) return
    context.logs.log.error('the screens were not painted')
    show()
    tellWhatIsKnown()
  }, paintedWithinMs)
  window.once('ready-to-show', show)
  reviveAfterCrash(window, context, tellWhatIsKnown)
  window.on('close', (event) => {
    if (wish.mayClose()) return
    event.preventDefault()
    // A till that shows nothing else stays as it is, whichever keys are pressed.
    if (context.state.current.isKiosk) return
    if (hasTray(process.platform)) window.hide()
    else window.minimize()
  })
  // A window that is closed while it loads is no surprise, and anything else is seen in it.
  window.loadURL(`${ownOrigin}/`).catch((err: unknown) => context.logs.log.warn({ err }, 'the screens were not loaded'))
  return window
}

/** @returns what shows a plain page in place of the screens, until a person goes back to them */
function insteadOfScreens(window: BrowserWindow, { state, logs }: DesktopContext, { port }: WindowWish): () => void {
  const tell = () =>
    void port()
      .then((found) => window.loadURL(plainPage(state.current, found)))
      .catch((err: unknown) => logs.log.warn({ err }, 'what is known was not shown'))
  state.on('changed', () => {
    if (!window.isDestroyed() && isInAddress(window.webContents.getURL())) tell()
  })
  return tell
}

export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** So many in a row: a page that breaks at once would break for ever. */
const mostCrashes = 3
const steadyAfterMs = 60_000

/** Nothing is lost with a page: documents are the gateway's. One that breaks again and again waits for a person. */
function reviveAfterCrash(window: BrowserWindow, { logs }: DesktopContext, tellWhatIsKnown: () => void): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = performance.now()
    crashes = [...crashes.filter((at) => now - at < steadyAfterMs), now]
    logs.log.error({ reason, crashes: crashes.length }, 'the page of the window broke')
    if (crashes.length < mostCrashes) return window.webContents.reload()
    crashes = []
    tellWhatIsKnown()
  })
}
