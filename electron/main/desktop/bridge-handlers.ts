import { type BrowserWindow, shell } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { autoStartOf } from '../auto-start.ts'
import { startAgain } from '../ending.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { print, savePdf } from '../printing.ts'
import type { Updates } from '../updates/updates.ts'
import type { BridgeHandlers } from './bridge.ts'
import type { DesktopContext } from './desktop-context.ts'

const waitMs = 25_000

export interface HandlerDeps extends DesktopContext {
  readonly gateway: Gateway
  readonly updates: Pick<Updates, 'check' | 'apply'>
  readonly autoStart: ReturnType<typeof autoStartOf>
  readonly window: BrowserWindow
  /** Tells all parts that speak to people of another language, or another place. */
  readonly speak: () => void
}

const accepted = { accepted: true }

/** What the desktop does for its screens. */
export function bridgeHandlers(context: HandlerDeps): BridgeHandlers {
  const { state, preferences, autoStart, gateway, updates, logs, window, speak } = context
  const remember = (
    change: Partial<Pick<DesktopState, 'printer' | 'pagePrinter' | 'roll' | 'isKiosk' | 'language'>>,
  ) => {
    preferences.set(change)
    state.change(change)
  }
  return {
    state: ({ after }) => state.newerThan(after, waitMs),
    async printers() {
      const items = await window.webContents.getPrintersAsync()
      // One that was taken away is not forgotten, but nothing is sent to it.
      const present = (chosen: string | null) => (items.some(({ name }) => name === chosen) ? chosen : null)
      return {
        items: items.map(({ name, displayName }) => ({ name, label: displayName })),
        chosen: { slip: present(state.current.printer), a4: present(state.current.pagePrinter) },
      }
    },
    async print(ask) {
      const { paper, printer } = ask
      const outcome = await print(ask, await gateway.port(), state.current.roll)
      if (outcome === 'done' && printer !== null) remember(paper === 'slip' ? { printer } : { pagePrinter: printer })
      return { outcome }
    },
    savePdf: async (ask) => ({ outcome: await savePdf(ask, await gateway.port(), window) }),
    prefer({ startsWithComputer, ...change }) {
      remember(change)
      if (startsWithComputer !== undefined) autoStart.set(startsWithComputer)
      state.change({ startsWithComputer: autoStart.isOn() })
      window.setKiosk(state.current.isKiosk)
      speak()
      return state.current
    },
    async openLogs() {
      return { accepted: (await shell.openPath(logs.dir)) === '' }
    },
    async openDocs() {
      const port = await gateway.port()
      if (port === null) return { accepted: false }
      // The one address that is ever given to the system, and no page has a say in it (checklist 15).
      await shell.openExternal(`http://127.0.0.1:${port}/docs`)
      return accepted
    },
    restartGateway() {
      return { accepted: gateway.restart() }
    },
    startAgain() {
      const isOfUse = ['locked', 'lost'].includes(state.current.keyStore)
      if (isOfUse) startAgain()
      return { accepted: isOfUse }
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
