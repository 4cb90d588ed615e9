import { spawnSync } from 'node:child_process'
import { app, Menu, type MenuItemConstructorOptions, nativeImage, shell, Tray } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { type DesktopWord, desktopWords } from '../../../shared/words/desktop.ts'
import { translate } from '../../../shared/words/engine.ts'
import type { DesktopStateStore } from '../desktop/desktop-context.ts'
import { builtFiles, desktopFile } from '../places.ts'

type Entries = Readonly<Partial<Record<DesktopWord, NonNullable<MenuItemConstructorOptions['role']>>>>
const edit: Entries = { undo: 'undo', redo: 'redo', cut: 'cut', copy: 'copy', paste: 'paste', select_all: 'selectAll' }
const view: Entries = { reload: 'reload', larger: 'zoomIn', smaller: 'zoomOut', actual_size: 'resetZoom' }

/** Entries of menu and tray. In kiosk mode neither has an entry or a key that ends Resit. */
function always({ language, isKiosk }: DesktopState): MenuItemConstructorOptions[] {
  const { open_logs, quit } = desktopWords[language]
  const logs = { label: open_logs, click: () => void shell.openPath(desktopFile('logs')) }
  return isKiosk ? [logs] : [logs, { label: quit, accelerator: 'CommandOrControl+Q', click: () => app.quit() }]
}

export function setMenu(state: DesktopState): void {
  const words = desktopWords[state.language]
  const menuOf = (label: string, entries: Entries) => ({
    label,
    submenu: Object.entries(entries).map(([word, role]) => ({ role, label: words[word as DesktopWord] })),
  })
  const viewed: Entries = state.isKiosk ? view : { ...view, full_screen: 'togglefullscreen' }
  const submenus = [{ label: 'Resit', submenu: always(state) }, menuOf(words.edit, edit), menuOf(words.view, viewed)]
  Menu.setApplicationMenu(Menu.buildFromTemplate(submenus))
}

/** The tray shows the state in words, and what people do every day. */
export function openTray(state: DesktopStateStore, show: () => void, applyUpdate: () => void): void {
  const icon = nativeImage.createFromPath(builtFiles.icon)
  // Windows and Linux resize the icon. The menu bar of macOS does not.
  const tray = new Tray(process.platform === 'darwin' ? icon.resize({ width: 18, height: 18 }) : icon)
  tray.on('click', show)
  const tell = () => {
    const { current, standing } = state
    const line = (current.gateway.phase === 'running' ? standing?.sentence : null) ?? phaseLine(current)
    const words = desktopWords[current.language]
    tray.setToolTip(`Resit: ${line}`)
    const entries: MenuItemConstructorOptions[] = [
      { label: line, enabled: false },
      { type: 'separator' },
      { label: words.open, click: show },
      ...(current.update.phase === 'ready' ? [{ label: words.apply_update, click: applyUpdate }] : []),
      ...always(current),
    ]
    tray.setContextMenu(Menu.buildFromTemplate(entries))
  }
  tell()
  state.on('changed', tell)
  state.on('standing', tell)
}

/** GNOME has a tray only with an extension, and Electron does not tell. On Linux the session bus does. */
export function canShowTray(): boolean {
  if (process.platform !== 'linux') return true
  const bus =
    '--dest org.freedesktop.DBus --object-path /org/freedesktop/DBus --method org.freedesktop.DBus.NameHasOwner'
  const asked = ['call', '--session', ...bus.split(' '), 'org.kde.StatusNotifierWatcher']
  return spawnSync('gdbus', asked, { encoding: 'utf8', timeout: 2_000 }).stdout?.includes('true') ?? false
}

export const phaseLine = ({ language, gateway: { phase, restarts } }: DesktopState): string =>
  translate(desktopWords, language, phase, { count: String(restarts) })
