import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { app } from 'electron'

/**
 * Starts with the computer, for this person, in the tray.
 * @param args of this start, for the gateway
 */
export const autoStartOf = (args: readonly string[]) =>
  process.platform === 'linux' ? autostartFile(['--hidden', ...args]) : loginItem(['--hidden', ...args])

/** macOS gives a login item no arguments; it says afterwards that it was one. */
export const wasStartedByComputer = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

const loginItem = (args: string[]) => ({
  isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
  set: (isOn: boolean) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
})

function autostartFile(args: readonly string[]) {
  // A variable that is empty or relative counts as not set.
  const homes = [homedir(), userInfo().homedir].map((home) => join(home, '.config'))
  const config = [process.env['XDG_CONFIG_HOME'] ?? '', ...homes].find(isAbsolute) ?? '/'
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
  return `[Desktop Entry]\nType=Application\nName=Resit\nExec=${quoted.join(' ')}\nX-GNOME-Autostart-enabled=true\n`
}
