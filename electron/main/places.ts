import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'

/** Files of the build lie beside this file once it is built. */
const built = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const builtFiles = {
  gatewayHost: built('./gateway-host.js'),
  preload: built('./preload.cjs'),
  icon: built('./icon.png'),
  screens: built('../renderer'),
} as const

/** A checkout and the installed program have different folders. On macOS the default would be the gateway's data directory. */
export function setUserDataFolder(): void {
  if (app.commandLine.hasSwitch('user-data-dir')) return
  const own = process.platform === 'darwin' ? 'Resit Desktop' : 'Resit'
  const folder = join(app.getPath('appData'), app.isPackaged ? own : 'Resit Checkout')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  app.setPath('userData', folder)
}

/** A file of this person's desktop, outside of the gateway's data directory. */
export const desktopFile = (name: string): string => join(app.getPath('userData'), name)
