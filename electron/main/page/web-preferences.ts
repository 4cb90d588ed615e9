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

/** For pages that are printed: no script, no bridge. */
export const printOrigin = 'app://print'

export const isOwnPage = (url: string): boolean => URL.canParse(url) && originOf(url) === ownOrigin

/** Node's parser gives schemes it does not know the origin `null`. */
export function originOf(url: string): string {
  const { protocol, host, username, password } = new URL(url)
  return username === '' && password === '' ? `${protocol}//${host}` : 'null'
}
