import type { DownloadItem, Session, WebContents } from 'electron'
import type { Log } from '../log.ts'
import { isOwnPage, ownOrigin } from './web-preferences.ts'

const tableForm = /\.(csv|json)$/

/** A list that a screen of ours made, and not a file from anywhere: what is loaded has another address. */
const isOurTable = (item: DownloadItem, contents: WebContents): boolean =>
  item.getURL().startsWith(`blob:${ownOrigin}/`) && isOwnPage(contents.getURL()) && tableForm.test(item.getFilename())

/**
 * Lets our screens save their lists where the person says, in the dialog of the system: no path of a page's choosing,
 * and one dialog at a time, or a page that was taken over would bury the desktop in them. Nothing else is downloaded.
 */
export function guardDownloads(session: Session, log: Log): void {
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
