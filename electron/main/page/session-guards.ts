import { app, type DownloadItem, type Session, type WebContents } from 'electron'
import type { Log } from '../log.ts'
import { isOwnPage, ownOrigin } from './web-preferences.ts'

/** Our own screens copy texts for people to paste elsewhere; reading what others copied is another permission. */
const copying = 'clipboard-sanitized-write'

/**
 * A page of ours needs one permission, so no page gets any other (checklist 5). Devices and screens to share need a
 * listener that chooses one: Electron refuses them by itself.
 */
export function guardSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) => {
    const isGranted = permission === copying && isMainFrame && isOwnPage(requestingUrl)
    if (!isGranted) log.warn({ permission }, 'a page asked for a permission and did not get it')
    answer(isGranted)
  })
  session.setPermissionCheckHandler(
    (_contents, permission, origin, { isMainFrame }) => permission === copying && isMainFrame && isOwnPage(origin),
  )
  session.setSpellCheckerEnabled(false)
  guardDownloads(session, log)
  // Pages load from this program only: anything else is cancelled before a name is looked up.
  session.webRequest.onBeforeRequest((details, answer) => {
    const isAllowed = isOurs(details.url)
    if (!isAllowed) log.warn({ type: details.resourceType }, 'a page asked for something from elsewhere')
    answer({ cancel: !isAllowed })
  })
}

const ownSchemes = ['data:', 'blob:', 'devtools:']

const isOurs = (url: string): boolean =>
  isOwnPage(url) || (URL.canParse(url) && ownSchemes.includes(new URL(url).protocol))

/** Holds for every page there will ever be (checklist 11 to 14). */
export function guardContents(log: Log): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-frame-navigate', (event) => {
      // A report that a screen prints stands in a frame without scripts, written by the screen itself.
      if (isOwnPage(event.url) || (event.url === 'about:srcdoc' && !event.isMainFrame)) return
      event.preventDefault()
      log.warn('a page wanted to go elsewhere')
    })
  })
  // By itself Electron sends the first certificate of this person to a server that asks for one, the update server too.
  app.on('select-client-certificate', (event, ...[, , , answer]) => {
    event.preventDefault()
    answer()
  })
}

const tableForm = /\.(csv|json)$/

/** A list that a screen of ours made, and not a file from anywhere: what is loaded has another address. */
const isOurTable = (item: DownloadItem, contents: WebContents): boolean =>
  item.getURL().startsWith(`blob:${ownOrigin}/`) && isOwnPage(contents.getURL()) && tableForm.test(item.getFilename())

/**
 * Lets our screens save their lists where the person says, in the dialog of the system: no path of a page's choosing,
 * and one dialog at a time, or a page that was taken over would bury the desktop in them. Nothing else is downloaded.
 */
function guardDownloads(session: Session, log: Log): void {
  let isAsking = false
  session.on('will-download', (event, item, contents) => {
    if (isAsking || !isOurTable(item, contents)) {
      event.preventDefault()
      return log.warn('a page wanted to download something and did not get it')
    }
    isAsking = true
    item.once('done', () => {
      isAsking = false
    })
    const [, extension = ''] = tableForm.exec(item.getFilename()) ?? []
    item.setSaveDialogOptions({
      defaultPath: item.getFilename(),
      filters: [{ name: extension.toUpperCase(), extensions: [extension] }],
    })
  })
}
