import type { App, Session, WebContents } from 'electron'
import type { Log } from '../log.ts'
import { guardDownloads } from './downloads.ts'
import { isOwnPage, originOf, ownOrigin, printOrigin } from './web-preferences.ts'

/** Our own screens copy texts for people to paste elsewhere; reading what others copied is another permission. */
const copying = 'clipboard-sanitized-write'

/** A page of ours needs one permission, so nobody gets any other (checklist 5). */
export function guardSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    const isGranted = permission === copying && isMainFrame && isOwnPage(requestingUrl)
    if (!isGranted) log.warn({ permission }, 'a page asked for a permission and did not get it')
    answer(isGranted)
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => permission === copying && isMainFrame && isOwnPage(origin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null))
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }))
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => [...protectedClasses])
  session.setSpellCheckerEnabled(false)
  guardDownloads(session, log)
  // Pages load from this program only: whatever asks for more is cancelled before a name is looked up.
  session.webRequest.onBeforeRequest((details, answer) => {
    const isAllowed = isOurs(details.url)
    if (!isAllowed) log.warn({ type: details.resourceType }, 'a page asked for something from elsewhere')
    answer({ cancel: !isAllowed })
  })
}

const ownSchemes = ['data:', 'blob:', 'devtools:']

function isOurs(url: string): boolean {
  if (!URL.canParse(url)) return false
  const origin = originOf(url)
  return origin === ownOrigin || origin === printOrigin || ownSchemes.includes(new URL(url).protocol)
}

/** Holds for every page there will ever be, whoever makes it (checklist 11 to 14). */
export function guardContents(app: App, log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    refuseToLeave(contents, log)
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('select-bluetooth-device', (event) => event.preventDefault())
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
  // Prevented without an answer that trusts it, a certificate stays refused.
  app.on('certificate-error', (event, ...[, , , , answer]) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, ...[, , , answer]) => {
    event.preventDefault()
    answer()
  })
  // Prevented, it goes on only when it is answered.
  app.on('login', (event, ...[, , , answer]) => {
    event.preventDefault()
    answer()
  })
}

function refuseToLeave(contents: WebContents, log: Log): void {
  const refuse = (event: { readonly url: string; readonly isMainFrame: boolean; preventDefault(): void }) => {
    if (isOwnPage(event.url)) return
    // A report that a screen prints stands in a frame without scripts, written by the screen itself.
    if (event.url === 'about:srcdoc' && !event.isMainFrame) return
    event.preventDefault()
    log.warn('a page wanted to go elsewhere')
  }
  contents.on('will-navigate', refuse)
  contents.on('will-redirect', refuse)
  contents.on('will-frame-navigate', refuse)
}
