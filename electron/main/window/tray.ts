import { Menu, nativeImage, Tray } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import { type DesktopWord, desktopWords } from '../../../shared/words/desktop.ts'
import { fill, type Language } from '../../../shared/words/words.ts'
import type { Standing } from '../../gateway-host/messages.ts'
import type { Acts } from './menu.ts'

/** What there is to say beside the clock. */
interface TrayFacts {
  readonly language: Language
  readonly state: DesktopState
  readonly standing: Standing | null
}

/** Stays in the taskbar: status in words, and what is done every day. Null where this desktop has no tray. */
export function openTray(iconPath: string, acts: Acts) {
  const tray = tryTray(iconPath)
  if (tray === null) return null
  tray.on('click', acts.show)
  return {
    show(facts: TrayFacts) {
      const line = statusLine(facts)
      const say = (word: DesktopWord) => desktopWords[facts.language][word]
      tray.setToolTip(`Resit: ${line}`)
      const hasUpdate = facts.state.update.phase === 'ready'
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: line, enabled: false },
          { type: 'separator' },
          { label: say('open'), click: acts.show },
          ...(hasUpdate ? [{ label: say('apply_update'), click: acts.applyUpdate }] : []),
          { label: say('open_logs'), click: acts.openLogs },
          { type: 'separator' },
          { label: say('quit'), click: acts.quit },
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

function statusLine({ language, state, standing }: TrayFacts): string {
  const words = desktopWords[language]
  const { phase, restarts } = state.gateway
  if (phase === 'running' && standing !== null) return standing.sentence
  return fill(words[phase], { count: String(restarts) })
}
