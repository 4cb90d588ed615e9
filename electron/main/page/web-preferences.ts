import type { WebPreferences } from 'electron'

/** For every window. Most are defaults, but a default can change with the next Electron. */
export const lockedWebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // People type PINs here, which must not go into a dictionary.
  spellcheck: false,
  disableDialogs: true,
} as const satisfies WebPreferences

export const ownOrigin = 'app://resit'

/** @param url as Chromium writes it */
export const isOwnPage = (url: string): boolean => url === ownOrigin || url.startsWith(`${ownOrigin}/`)

const inAddress = 'data:text/html;charset=utf-8;base64,'

/** The address of a page without scripts and files. Chromium takes 2 MB, and a slip of a thousand lines has one. */
export const dataUrlOf = (html: string): string => `${inAddress}${Buffer.from(html).toString('base64')}`

export const isDataPage = (url: string): boolean => url.startsWith(inAddress)
