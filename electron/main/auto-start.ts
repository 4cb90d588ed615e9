import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from 'electron'

/**
 * With the computer, for this person: login items of Windows and macOS, a file of the XDG autostart on Linux. Without a
 * window, which the tray opens.
 * @param args what the program was started with, for the gateway
 */
export const autoStartOf = (platform: NodeJS.Platform, args: readonly string[]) =>
  platform === 'linux' ? autostartFile(['--hidden', ...args]) : loginItem(['--hidden', ...args])

/** macOS gives a login item no arguments; it says afterwards that it was one. */
export const wasStartedByComputer = (platform: NodeJS.Platform): boolean =>
  platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

const loginItem = (args: string[]) => ({
  isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
  set: (isOn: boolean) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
})

function autostartFile(args: readonly string[]) {
  const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
  const file = join(config, 'autostart', 'resit.desktop')
  const isOn = () => existsSync(file)
  const set = (shallBe: boolean) => {
    if (!shallBe) return rmSync(file, { force: true })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, autostartEntry([process.env['APPIMAGE'] ?? process.execPath, ...args]), { mode: 0o644 })
  }
  // The program may lie elsewhere than when it was ticked.
  if (isOn()) set(true)
  return { isOn, set }
}

/** @param command of which the desktop entry format gives some characters a meaning */
function autostartEntry(command: readonly string[]): string {
  const quoted = command.map((word) => {
    const escaped = word.replaceAll(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%')
    return `"${escaped.replaceAll('\\', '\\\\')}"`
  })
  return `[Desktop Entry]
Type=Application
Name=Resit
Exec=${quoted.join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`
}
