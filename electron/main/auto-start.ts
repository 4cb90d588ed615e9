import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { app } from 'electron'

/** Starts Resit with the computer, for this person, in the tray. @param args the gateway's, as at this start */
export const autoStartOf = (args: readonly string[]) =>
  process.platform === 'linux' ? autostartFile(['--hidden', ...args]) : loginItem(['--hidden', ...args])

/** macOS passes no arguments to a login item, but tells that it was one. */
export const wasOpenedAtMacLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin

const loginItem = (args: string[]) => ({
  isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
  set: (isOn: boolean) => app.setLoginItemSettings({ openAtLogin: isOn, args }),
})

function autostartFile(args: readonly string[]) {
  // An empty or relative variable counts as not set.
  const homes = [homedir(), userInfo().homedir].map((home) => join(home, '.config'))
  const config = [process.env['XDG_CONFIG_HOME'] ?? '', ...homes].find(isAbsolute) ?? '/'
  const file = join(config, 'autostart', 'resit.desktop')
  const isOn = () => existsSync(file)
  const set = (shallBe: boolean) => {
    if (!shallBe) return rmSync(file, { force: true })
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, autostartEntry([process.env['APPIMAGE'] ?? process.execPath, ...args]), { mode: 0o644 })
  }
  // The program may have moved since a person ticked it.
  if (isOn()) set(true)
  return { isOn, set }
}

/** @param command is escaped for the desktop entry format */
function autostartEntry(command: readonly string[]): string {
  const quoted = command.map((word) => {
    const escaped = word.replaceAll(/["`$\\]/g, (character) => `\\${character}`).replaceAll('%', '%%')
    return `"${escaped.replaceAll('\\', '\\\\')}"`
  })
  return `[Desktop Entry]\nType=Application\nName=Resit\nExec=${quoted.join(' ')}\nX-GNOME-Autostart-enabled=true\n`
}
