import { BrowserWindow, screen } from 'electron'
import type { Log } from '../log.ts'
import { lockedDown, ownOrigin } from '../page/web-preferences.ts'
import type { Preferences, WindowPlace } from '../preferences.ts'

export interface WindowWish {
  readonly preloadPath: string
  readonly preferences: Preferences
  readonly log: Log
  /** For terminals that shall show nothing else. */
  readonly isKiosk: boolean
  /** Started with the computer: the tray is enough until somebody wants more. */
  readonly isHidden: boolean
  readonly hasDevTools: boolean
  /** Closing hides: tills need the gateway, which ends with the program. */
  readonly mayClose: () => boolean
}

const firstSize = { width: 1280, height: 800 }
const smallest = { minWidth: 800, minHeight: 600 }

export function openMainWindow(wish: WindowWish): BrowserWindow {
  const { preferences, isKiosk, isHidden } = wish
  const place = visiblePlace(preferences.kept.window)
  const window = new BrowserWindow({
    ...firstSize,
    ...smallest,
    ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
    show: false,
    kiosk: isKiosk,
    title: 'Resit',
    backgroundColor: '#ffffff',
    webPreferences: {
      ...lockedDown,
      preload: wish.preloadPath,
      devTools: wish.hasDevTools,
    },
  })
  if (place?.isMaximized) window.maximize()
  window.once('ready-to-show', () => {
    if (!isHidden) window.show()
  })
  window.on('close', (event) => {
    if (!isKiosk) preferences.set({ window: placeOf(window) })
    if (wish.mayClose()) return
    event.preventDefault()
    window.hide()
  })
  reviveAfterCrash(window)
  // A window that is closed while it loads is no surprise, and anything else is seen in it.
  window.loadURL(`${ownOrigin}/`).catch((err: unknown) => wish.log.warn({ err }, 'the screens were not loaded'))
  return window
}

export function bringUp(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Nothing is lost with a page: documents are the gateway's. */
function reviveAfterCrash(window: BrowserWindow): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && !window.isDestroyed()) window.webContents.reload()
  })
}

const placeOf = (window: BrowserWindow): WindowPlace => ({
  ...window.getNormalBounds(),
  isMaximized: window.isMaximized(),
})

/** Where it stood, unless that display is gone. */
function visiblePlace(place: WindowPlace | null): WindowPlace | null {
  if (place === null) return null
  const isVisible = screen.getAllDisplays().some(({ workArea: { x, y, width, height } }) => {
    const isAcross = place.x < x + width - 100 && place.x + place.width > x + 100
    return isAcross && place.y >= y - 10 && place.y < y + height - 100
  })
  return isVisible ? place : null
}
