import { app, BrowserWindow } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { desktopWords } from '../../../shared/words/desktop.ts'
import { translate } from '../../../shared/words/engine.ts'
import type { DesktopContext } from '../desktop/desktop-context.ts'
import { log } from '../log.ts'
import { dataUrlOf, isDataPage, lockedWebPreferences, ownOrigin } from '../page/web-preferences.ts'
import { builtFiles } from '../places.ts'
import { canShowTray, phaseLine } from './menu.ts'

/** `ready-to-show` never comes if the page is empty or the graphics card paints nothing. A slow computer needs time. */
const paintedWithinMs = 20_000
/** In a minute. A page that breaks at once would break again and again. */
const mostCrashes = 3

export function openMainWindow({ state, gateway, ending, isHidden }: DesktopContext): BrowserWindow {
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
    tellWhatIsKnown()
  }, paintedWithinMs)
  window.once('ready-to-show', show)
  window.on('close', (event) => {
    // A closed window is hidden. Tills need the gateway, which ends with the program.
    if (ending.hasBegun()) return
    event.preventDefault()
    // In kiosk mode no key closes the window.
    if (state.current.isKiosk) return
    if (canShowTray()) window.hide()
    else window.minimize()
  })
  // The load also fails if the window is closed. The person sees any other failure.
  const load = (url: string) =>
    window.loadURL(url).catch((err: unknown) => log.warn({ err }, 'a page of the window was not loaded'))
  /** Replaces the screens until a person opens them again. */
  const tellWhatIsKnown = () =>
    void gateway.port().then((port) => (window.isDestroyed() ? undefined : load(plainPage(state.current, port))))
  state.on('changed', () => {
    if (!window.isDestroyed() && isDataPage(window.webContents.getURL())) tellWhatIsKnown()
  })
  let crashes = 0
  // A page has no documents to lose. If it breaks again and again, it waits for a person.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    crashes += 1
    setTimeout(() => (crashes -= 1), 60_000).unref()
    log.error({ reason, crashes }, 'the page of the window broke')
    if (crashes < mostCrashes) window.webContents.reload()
    else tellWhatIsKnown()
  })
  void load(`${ownOrigin}/`)
  return window
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A page without scripts and files, which can be painted in most cases. @returns its address */
function plainPage(state: DesktopState, port: number | null): string {
  const { language, gateway } = state
  const words = desktopWords[language]
  const tills = port === null ? [] : [translate(desktopWords, language, 'tills_at', { port: String(port) })]
  const said = [gateway.sentence ?? phaseLine(state), ...tills, words.no_screens_text]
  return dataUrlOf(`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Resit</title>
<body style="font:18px/1.5 sans-serif;max-width:40em;margin:10vh auto;padding:0 1em;color:#000;background:#fff">
<h1>${escaped(words.no_screens)}</h1>${said.map((each) => `<p>${escaped(each)}</p>`).join('')}
<p><a href="${ownOrigin}/" style="color:#0b5394">${escaped(words.reload)}</a></p></body></html>`)
}
