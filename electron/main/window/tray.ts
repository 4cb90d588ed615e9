import { Menu, nativeImage, Tray } from 'electron'
import { type DesktopWord, desktopWords } from '../../../shared/words/desktop.ts'
import { sayIn } from '../../../shared/words/engine.ts'
import type { DesktopStateStore } from '../desktop/desktop-context.ts'
import type { Acts } from './menu.ts'

/** Stays in the taskbar: status in words, and what is done every day. Null where this desktop has no tray. */
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
