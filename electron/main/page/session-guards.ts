import { app, type Session, shell } from 'electron'
import { portalUrls } from '../../../shared/domain/installation.ts'
import { log } from '../log.ts'
import { isOwnPage, ownOrigin } from './web-preferences.ts'

/** Our screens may copy a text. To read what another program copied is another permission. */
const mayHave = (permission: string, isMainFrame: boolean, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOwnPage(url)

const ownSchemes = ['data:', 'blob:', 'devtools:']

/** Gives one permission and no other (checklist 5). Electron refuses devices by itself, because no listener chooses one. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(mayHave(permission, isMainFrame, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    mayHave(permission, isMainFrame, origin),
  )
  session.setSpellCheckerEnabled(false)
  // Pages load from this program only. Any other request is cancelled before a name is looked up.
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const cancel = !isOwnPage(url) && !ownSchemes.some((scheme) => url.startsWith(scheme))
    if (cancel) log.warn({ type: resourceType }, 'a page asked for something from elsewhere')
    answer({ cancel })
  })
  let isAsking = false
  // Our screens save lists and documents, and the person chooses the place in the dialog of the system. There is one dialog at a time: a page
  // that was taken over could fill the desktop with them. Nothing else is downloaded.
  session.on('will-download', (event, item, contents) => {
    const name = item.getFilename()
    const extension = /\.(csv|json|pdf)$/.exec(name)?.[1]
    // A list that our screen made has such an address. A file that was loaded has another.
    const isOurs = item.getURL().startsWith(`blob:${ownOrigin}/`) && isOwnPage(contents.getURL())
    if (isAsking || !isOurs || extension === undefined) {
      event.preventDefault()
      return log.warn('a page wanted to download something and did not get it')
    }
    isAsking = true
    item.once('done', () => {
      isAsking = false
    })
    item.setSaveDialogOptions({
      defaultPath: name,
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    })
  })
}

/** For every page of every window (checklist 11 to 14). */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      const portal = Object.values(portalUrls).find((known) => url === `${known}/`)
      // No page chooses another address that is given to the system (checklist 15), except a message that the person sends.
      const address = portal ?? (url.startsWith('https://wa.me/') ? url : undefined)
      if (address !== undefined) void shell.openExternal(address)
      return { action: 'deny' }
    })
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-frame-navigate', (event) => {
      // A screen prints a report from a frame without scripts, which it writes itself.
      if (isOwnPage(event.url) || (event.url === 'about:srcdoc' && !event.isMainFrame)) return
      event.preventDefault()
      log.warn('a page wanted to go elsewhere')
    })
  })
  // Otherwise Electron sends the first certificate of this person to any server that asks for one.
  app.on('select-client-certificate', (event, ...[, , , answer]) => {
    event.preventDefault()
    answer()
  })
}
