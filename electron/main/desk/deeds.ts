import { type BrowserWindow, shell } from 'electron'
import type { Ask, DesktopState } from '../../../shared/desktop/bridge.ts'
import type { Language } from '../../../shared/words/words.ts'
import type { AutoStart } from '../auto-start.ts'
import type { Standing } from '../desktop-state.ts'
import type { Keeper } from '../gateway/keeper.ts'
import type { Logs } from '../log.ts'
import type { Preferences } from '../preferences.ts'
import { type Printing, print, savePdf } from '../printing.ts'
import type { Updates } from '../updates/updates.ts'
import type { Deeds } from './bridge.ts'

const waitMs = 25_000

export interface DeedParts {
  readonly state: Standing
  readonly preferences: Preferences
  readonly logs: Logs
  readonly keeper: Keeper
  readonly updates: Pick<Updates, 'check' | 'apply'>
  readonly autoStart: AutoStart
  readonly window: () => BrowserWindow
  readonly speak: (language: Language) => void
}

const accepted = { accepted: true }

/** What the desktop does for its screens. */
export function deedsOf(parts: DeedParts): Deeds {
  const { state, preferences, keeper, updates, logs, window } = parts
  const remember = (change: Partial<Pick<DesktopState, 'printer' | 'pagePrinter' | 'roll'>>) => {
    preferences.set(change)
    state.change(change)
  }
  const printing: Printing = {
    gatewayPort: () => keeper.port(),
    roll: () => state.current.roll,
    remember: (paper, printer) => remember(paper === 'slip' ? { printer } : { pagePrinter: printer }),
  }
  return {
    state: ({ after }) => state.newerThan(after, waitMs),
    async printers() {
      const items = await window().webContents.getPrintersAsync()
      // One that was taken away is not forgotten, but nothing is sent to it.
      const present = (chosen: string | null) => (items.some(({ name }) => name === chosen) ? chosen : null)
      return {
        items: items.map(({ name, displayName }) => ({ name, label: displayName })),
        chosen: { slip: present(state.current.printer), a4: present(state.current.pagePrinter) },
      }
    },
    print: async (ask) => ({ outcome: await print(ask, printing) }),
    savePdf: async (ask) => ({ outcome: await savePdf(ask, printing, window()) }),
    prefer(ask) {
      prefer(ask, parts)
      const { printer, pagePrinter, roll } = ask
      if (printer !== undefined) remember({ printer })
      if (pagePrinter !== undefined) remember({ pagePrinter })
      if (roll !== undefined) remember({ roll })
      return state.current
    },
    async openLogs() {
      return { accepted: (await shell.openPath(logs.dir)) === '' }
    },
    async openDocs() {
      const port = await keeper.port()
      if (port === null) return { accepted: false }
      // The one address that is ever given to the system, and no page has a say in it (checklist 15).
      await shell.openExternal(`http://127.0.0.1:${port}/docs`)
      return accepted
    },
    restartGateway() {
      return { accepted: keeper.restart() }
    },
    checkForUpdate() {
      void updates.check()
      return accepted
    },
    async applyUpdate() {
      return { accepted: await updates.apply('person') }
    },
  }
}

function prefer({ startsWithComputer, isKiosk, language }: Ask<'prefer'>, parts: DeedParts): void {
  const { state, preferences, autoStart, window, speak } = parts
  if (startsWithComputer !== undefined) {
    autoStart.set(startsWithComputer)
    state.change({ startsWithComputer: autoStart.isOn() })
  }
  if (isKiosk !== undefined) {
    preferences.set({ isKiosk })
    window().setKiosk(isKiosk)
    state.change({ isKiosk })
    speak(state.current.language)
  }
  if (language !== undefined && language !== preferences.kept.language) {
    preferences.set({ language })
    state.change({ language })
    speak(language)
  }
}
