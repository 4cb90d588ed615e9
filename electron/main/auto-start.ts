import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/** Starts without a window, which the tray opens. */
const hiddenFlag = '--hidden'

export interface AutoStart {
  readonly isOn: () => boolean
  readonly set: (isOn: boolean) => void
}

/** With the computer, for this person: login items of Windows and macOS, a file of the XDG autostart on Linux. */
export const autoStartOf = (platform: NodeJS.Platform): AutoStart =>
  platform === 'linux' ? autostartFile() : loginItem()

const loginItem = (): AutoStart => ({
  isOn: () => app.getLoginItemSettings({ args: [hiddenFlag] }).openAtLogin,
  set: (isOn) => app.setLoginItemSettings({ openAtLogin: isOn, args: [hiddenFlag] }),
})

function autostartFile(): AutoStart {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const file = join(config, 'autostart', 'resit.desktop')
  return {
    isOn: () => existsSync(file),
    set(isOn) {
      if (!isOn) return rmSync(file, { force: true })
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath), { mode: 0o644 })
    },
  }
}

/** @param program its path, in which the desktop entry format gives some characters a meaning */
function autostartEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Resit',
    `Exec="${quoted.replaceAll('\\', '\\\\')}" ${hiddenFlag}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}
