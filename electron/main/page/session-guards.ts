import { app, type Session } from 'electron'
import { log } from '../log.ts'
import { isOwnPage, ownOrigin } from './web-preferences.ts'

/** Our own screens copy texts for people to paste elsewhere; reading what others copied is another permission. */
const mayHave = (permission: string, isMainFrame: boolean, url: string): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOwnPage(url)

const ownSchemes = ['data:', 'blob:', 'devtools:']

/** Allows one permission and no other (checklist 5). Electron refuses devices unless a listener chooses one. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(mayHave(permission, isMainFrame, requestingUrl)),
  )
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    mayHave(permission, isMainFrame, origin),
  )
  session.setSpellCheckerEnabled(false)
  // Pages load from this program only: anything else is cancelled before a name is looked up.
  session.webRequest.onBeforeRequest(({ url, resourceType }, answer) => {
    const cancel = !isOwnPage(url) && !ownSchemes.some((scheme) => url.startsWith(scheme))
    if (cancel) log.warn({ type: resourceType }, 'a page asked for something from elsewhere')
    answer({ cancel })
  })
  let isAsking = false
  // Our screens may save lists. The system's dialog asks the person where, and only one dialog is open at a time, so
  // that a hijacked page cannot cover the desktop with them. Nothing else is downloaded.
  session.on('will-download', (event, item, contents) => {
    const name = item.getFilename()
    const extension = /\.(csv|json)$/.exec(name)?.[1]
    // Only a list that our screen made. A loaded file has another kind of address.
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

/** Holds for every page there will ever be (checklist 11 to 14). */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-frame-navigate', (event) => {
      // A report for printing is in a frame without scripts, written by the screen itself.
      if (isOwnPage(event.url) || (event.url === 'about:srcdoc' && !event.isMainFrame)) return
      event.preventDefault()
      log.warn('a page wanted to go elsewhere')
    })
  })
  // By default Electron sends the person's first certificate to a server that asks for one.
  app.on('select-client-certificate', (event, ...[, , , answer]) => {
    event.preventDefault()
    answer()
  })
}
