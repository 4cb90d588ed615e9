import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { type DesktopWord, desktopWords } from '../../../shared/words/desktop.ts'

/** What menu, tray and taskbar can do. */
export interface Acts {
  readonly show: () => void
  readonly openLogs: () => void
  readonly applyUpdate: () => void
  readonly quit: () => void
}

/** A terminal that shows nothing else cannot be ended or left from its menu, by no key either. */
export function setMenu({ language, isKiosk }: DesktopState, acts: Acts): void {
  const say = (word: DesktopWord) => desktopWords[language][word]
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo', label: say('undo') },
    { role: 'redo', label: say('redo') },
    { type: 'separator' },
    { role: 'cut', label: say('cut') },
    { role: 'copy', label: say('copy') },
    { role: 'paste', label: say('paste') },
    { role: 'selectAll', label: say('select_all') },
  ]
  const view: MenuItemConstructorOptions[] = [
    { role: 'reload', label: say('reload') },
    { role: 'zoomIn', label: say('larger') },
    { role: 'zoomOut', label: say('smaller') },
    { role: 'resetZoom', label: say('actual_size') },
    ...(isKiosk ? [] : [{ role: 'togglefullscreen', label: say('full_screen') } as const]),
  ]
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
