import { spawnSync } from 'node:child_process'
import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { type DesktopWord, desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import type { DesktopStateStore } from '../desktop/desktop-context.ts'

/** What menu, tray and taskbar can do. */
export interface Acts {
  readonly show: () => void
  readonly openLogs: () => void
  readonly applyUpdate: () => void
  readonly quit: () => void
}

type Role = NonNullable<MenuItemConstructorOptions['role']>

/** A terminal that shows nothing else cannot be ended or left from its menu, by no key either. */
export function setMenu({ language, isKiosk }: DesktopState, acts: Acts): void {
  const say = (word: DesktopWord) => desktopWords[language][word]
  const entries = (words: Readonly<Partial<Record<DesktopWord, Role>>>): MenuItemConstructorOptions[] =>
    Object.entries(words).map(([word, role]) => ({ role, label: say(word as DesktopWord) }))
  const edit = entries({
    undo: 'undo',
    redo: 'redo',
    cut: 'cut',
    copy: 'copy',
    paste: 'paste',
    select_all: 'selectAll',
  })
  const view = entries({
    reload: 'reload',
    larger: 'zoomIn',
    smaller: 'zoomOut',
    actual_size: 'resetZoom',
    ...(!isKiosk && { full_screen: 'togglefullscreen' }),
  })
  const program: MenuItemConstructorOptions[] = [
    { label: say('open_logs'), click: acts.openLogs },
    ...(isKiosk ? [] : [{ label: say('quit'), accelerator: 'CommandOrControl+Q', click: acts.quit }]),
  ]
  const submenus = [
    { label: 'Resit', submenu: program },
    { label: say('edit'), submenu: edit },
    { label: say('view'), submenu: view },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(submenus))
}

/** Stays in the taskbar: status in words, and what is done every day. Null if this desktop has no tray. */
export function openTray(iconPath: string, acts: Acts) {
  const tray = tryTray(iconPath)
  if (tray === null) return null
  tray.on('click', acts.show)
  return {
    show(state: DesktopStateStore) {
      const line = statusLine(state)
      const say = (word: DesktopWord) => desktopWords[state.current.language][word]
      tray.setToolTip(`Resit: ${line}`)
      const hasUpdate = state.current.update.phase === 'ready'
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: line, enabled: false },
          { type: 'separator' },
          { label: say('open'), click: acts.show },
          ...(hasUpdate ? [{ label: say('apply_update'), click: acts.applyUpdate }] : []),
          { label: say('open_logs'), click: acts.openLogs },
          ...(state.current.isKiosk ? [] : [{ label: say('quit'), click: acts.quit }]),
        ]),
      )
    },
  }
}

/** GNOME shows a tray only with an extension, and Electron does not tell: on Linux the bus knows whether there is one. */
export function hasTray(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return true
  const bus = ['--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus']
  const asked = ['--method', 'org.freedesktop.DBus.NameHasOwner', 'org.kde.StatusNotifierWatcher']
  const options = { encoding: 'utf8', timeout: 2_000 } as const
  return spawnSync('gdbus', ['call', '--session', ...bus, ...asked], options).stdout?.includes('true') ?? false
}

function tryTray(iconPath: string): Tray | null {
  try {
    const icon = nativeImage.createFromPath(iconPath)
    // Windows and Linux make it as small as they need it; the menu bar of macOS shows it as it is.
    return new Tray(process.platform === 'darwin' ? icon.resize({ width: 18, height: 18 }) : icon)
  } catch {
    return null
  }
}

function statusLine({ current: { language, gateway }, gatewayState }: DesktopStateStore): string {
  if (gateway.phase === 'running' && gatewayState !== null) return gatewayState.sentence
  return sayIn(desktopWords, language, gateway.phase, { count: String(gateway.restarts) })
}
