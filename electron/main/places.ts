import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'

/** Where the build puts things, beside this file once it is built. */
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const places = {
  gatewayHost: built('./gateway-host.js'),
  preload: built('./preload.cjs'),
  icon: built('./icon.png'),
  screens: built('../renderer'),
} as const

/** A checkout is not the program that is installed; and what macOS would choose is where the gateway keeps documents. */
export function placeUserData(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return
  const own = process.platform === 'darwin' ? 'Resit Desktop' : 'Resit'
  const folder = join(app.getPath('appData'), app.isPackaged ? own : 'Resit Checkout')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('userData', folder)
}

/** What belongs to this person's desktop, apart from the gateway's data directory. */
export const desktopFile = (name: string): string => join(app.getPath('userData'), name)
