import type { WebPreferences } from 'electron'

/** Of every window, each item said although most are defaults: a default can change with the next Electron. */
export const lockedDown = {
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
  safeDialogs: true,
  // PINs are typed here, and what is typed must not go into a dictionary.
  spellcheck: false,
  disableDialogs: true,
} as const satisfies WebPreferences

export const ownOrigin = 'app://resit'

const inAddress = 'data:text/html;charset=utf-8;base64,'

/** Of a page without scripts and files; Chromium takes 2 MB, and a slip of a thousand lines has half of that. */
export const addressOf = (html: string): string => `${inAddress}${Buffer.from(html).toString('base64')}`

export const isInAddress = (url: string): boolean => url.startsWith(inAddress)

export const isOwnPage = (url: string): boolean => URL.canParse(url) && originOf(url) === ownOrigin

/** Node's parser gives schemes it does not know the origin `null`. */
export function originOf(url: string): string {
  const { protocol, host, username, password } = new URL(url)
  return username === '' && password === '' ? `${protocol}//${host}` : 'null'
}
