import { type BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain, shell } from 'electron'
import { bridgeSchemas, type DesktopAnswer, type DesktopRequest } from '../../../shared/desktop/bridge.ts'
import { channelOf, type DesktopCallName, desktopCallNames } from '../../../shared/desktop/calls.ts'
import { log } from '../log.ts'
import { isOwnPage } from '../page/web-preferences.ts'
import { desktopFile } from '../places.ts'
import { printDocument } from '../printing.ts'
import type { Updates } from '../updates/updates.ts'
import type { DesktopContext } from './desktop-context.ts'

type Handlers = {
  readonly [Call in DesktopCallName]: (ask: DesktopRequest<Call>) => Promise<DesktopAnswer<Call>> | DesktopAnswer<Call>
}

/** A page that was taken over must not drown the main process (reliability UI5). */
const perSecond = 40

/** Answers our own page, if it does not ask too often and in the right form. A refusal gives no reason to the page. */
export function openBridge(desktop: DesktopContext, updates: Updates, window: BrowserWindow): void {
  const handlers = handlersOf(desktop, updates, window)
  let count = 0
  setInterval(() => (count = 0), 1_000).unref()
  const isTooOften = () => ++count > perSecond
  for (const call of desktopCallNames)
    ipcMain.handle(channelOf(call), async (event, ask: unknown, ...more: unknown[]) => {
      const refuse = (reason: string): never => {
        log.warn({ call, reason }, 'a call from a page was refused')
        throw new Error('refused')
      }
      if (!isOurPage(event, window)) return refuse('sender')
      if (isTooOften()) return refuse('too_often')
      const parsed = bridgeSchemas[call].ask.safeParse(ask)
      if (more.length > 0 || !parsed.success) return refuse('malformed')
      const handler = handlers[call] as (ask: unknown) => unknown
      return bridgeSchemas[call].answer.parse(await handler(parsed.data))
    })
}

/** Whether the sender is the main frame of our window, and still at our address (checklist 17). */
function isOurPage({ senderFrame, sender }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  if (senderFrame === null || window.isDestroyed() || sender.id !== window.webContents.id) return false
  return senderFrame.frameToken === window.webContents.mainFrame.frameToken && isOwnPage(senderFrame.url)
}

/** A handler for each call of the screens. */
function handlersOf(desktop: DesktopContext, updates: Updates, window: BrowserWindow): Handlers {
  const { state, preferences, autoStart, gateway, askGateway } = desktop
  const remember = (change: Omit<DesktopRequest<'prefer'>, 'startsWithComputer'>) => {
    preferences.set(change)
    state.change(change)
  }
  return {
    state: ({ after }) => state.newerThan(after),
    async printers() {
      const found = await window.webContents.getPrintersAsync()
      // A printer that is not there now stays chosen, but nothing is sent to it.
      const present = (chosen: string | null) => (found.some(({ name }) => name === chosen) ? chosen : null)
      const { printer, pagePrinter } = state.current
      const items = found.map(({ name, displayName }) => ({ name, label: displayName }))
      return { items, chosen: { slip: present(printer), a4: present(pagePrinter) } }
    },
    async print(ask) {
      const { paper, printer } = ask
      const outcome = await printDocument(ask, askGateway, state.current.roll)
      if (outcome === 'done' && printer !== null) remember(paper === 'slip' ? { printer } : { pagePrinter: printer })
      return { outcome }
    },
    prefer({ startsWithComputer, ...change }) {
      remember(change)
      if (startsWithComputer !== undefined) autoStart.set(startsWithComputer)
      state.change({ startsWithComputer: autoStart.isOn() })
      window.setKiosk(state.current.isKiosk)
      state.emit('preferred')
      return state.current
    },
    openLogs: async () => ({ accepted: (await shell.openPath(desktopFile('logs'))) === '' }),
    async openDocs() {
      const port = await gateway.port()
      // No page chooses an address that is given to the system (checklist 15).
      if (port !== null) await shell.openExternal(`http://127.0.0.1:${port}/docs`)
      return { accepted: port !== null }
    },
    async chooseFolder() {
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        properties: ['openDirectory', 'createDirectory'],
      })
      return { path: canceled ? null : (filePaths[0] ?? null) }
    },
    restartGateway: () => ({ accepted: gateway.restart() }),
    startAgain() {
      const isOfUse = ['locked', 'lost'].includes(state.current.keyStore)
      if (isOfUse) desktop.ending.startAgain()
      return { accepted: isOfUse }
    },
    checkForUpdate() {
      void updates.check()
      return { accepted: true }
    },
    applyUpdate: async () => ({ accepted: await updates.apply('person') }),
  }
}
