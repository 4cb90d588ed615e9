import { EventEmitter } from 'node:events'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession } from 'playwright'
import { toApp, toBrowser } from './addresses.ts'
import { session } from './session.ts'
import { cancellable, facts } from './world.ts'

/** The permissions, by their names in Chromium's protocol and in Electron. */
const permissions = {
  geolocation: { name: 'geolocation' },
  notifications: { name: 'notifications' },
  media: { name: 'camera' },
  midi: { name: 'midi' },
  'clipboard-read': { name: 'clipboard-read' },
  'clipboard-sanitized-write': { name: 'clipboard-write' },
} as const

const page = 'app://resit/'

/** Grants in Chromium the permissions that the session's guards allow. */
export async function grantWhatIsGranted(browser: CDPSession): Promise<void> {
  for (const [name, permission] of Object.entries(permissions))
    await browser.send('Browser.setPermission', {
      permission,
      setting: session.defaultSession.allows(name, page) ? 'granted' : 'denied',
      origin: new URL(toBrowser(page)).origin,
    })
}

/** Asks the guards about each download of the page. Allowed ones are saved, as if a person chose the place. */
export async function watchDownloads(browser: CDPSession, client: CDPSession, sender: object): Promise<void> {
  const folder = join(process.env['STUB_HOME'] ?? '', 'saved')
  mkdirSync(folder, { recursive: true })
  await browser.send('Browser.setDownloadBehavior', {
    behavior: 'allowAndName',
    downloadPath: folder,
    eventsEnabled: true,
  })
  const { frameTree } = await client.send('Page.getFrameTree')
  const going = new Map<string, { readonly url: string; readonly name: string; readonly item: Item }>()
  browser.on('Browser.downloadWillBegin', ({ frameId, guid, url: found, suggestedFilename: name }) => {
    // Other desktops that use this Chromium handle their own downloads.
    if (frameId !== frameTree.frame.id) return
    const url = found.startsWith('blob:') ? `blob:${toApp(found.slice('blob:'.length))}` : toApp(found)
    const item = new Item(url, name)
    const event = cancellable({})
    session.defaultSession.emit('will-download', event, item, sender)
    if (!event.isPrevented()) return void going.set(guid, { url, name, item })
    facts.downloads.push({ url, savedAt: null, dialog: null })
    void browser.send('Browser.cancelDownload', { guid })
  })
  browser.on('Browser.downloadProgress', ({ guid, state }) => {
    const found = going.get(guid)
    if (!found || state === 'inProgress') return
    going.delete(guid)
    const savedAt = join(folder, found.name)
    if (state === 'completed') renameSync(join(folder, guid), savedAt)
    facts.downloads.push({ url: found.url, savedAt: state === 'completed' ? savedAt : null, dialog: found.item.dialog })
    found.item.emit('done', {}, state)
  })
}

class Item extends EventEmitter {
  readonly getURL: () => string
  readonly getFilename: () => string
  dialog: unknown = null
  constructor(url: string, name: string) {
    super()
    this.getURL = () => url
    this.getFilename = () => name
  }
  setSaveDialogOptions(options: object): void {
    this.dialog = options
  }
}
