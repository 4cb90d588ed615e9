import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'

/** The path of a built file, which is beside this one. */
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const places = {
  gatewayHost: built('./gateway-host.js'),
  preload: built('./preload.cjs'),
  icon: built('./icon.png'),
  screens: built('../renderer'),
} as const

/** A checkout has a folder of its own, and on macOS the default folder is that of the gateway's documents. */
export function placeUserData(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return
  const own = process.platform === 'darwin' ? 'Resit Desktop' : 'Resit'
  const folder = join(app.getPath('appData'), app.isPackaged ? own : 'Resit Checkout')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('userData', folder)
}

/** A file of this person's desktop, outside the gateway's data directory. */
export const desktopFile = (name: string): string => join(app.getPath('userData'), name)
