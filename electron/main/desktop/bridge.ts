import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron'
import { type Answer, type Ask, bridge } from '../../../shared/desktop/bridge.ts'
import { channelOf, type DesktopCall, desktopCalls } from '../../../shared/desktop/calls.ts'
import type { Log } from '../log.ts'
import { isOwnPage } from '../page/web-preferences.ts'

export type BridgeHandlers = {
  readonly [Call in DesktopCall]: (ask: Ask<Call>) => Promise<Answer<Call>> | Answer<Call>
}

/**
 * Answers the screens. Who asks is checked first, then how often, then what, strictly and with bounds; what a handler is
 * given is what was parsed, and what it answers is parsed too.
 */
export function openBridge(handlers: BridgeHandlers, window: BrowserWindow, log: Log): void {
  const isAllowed = limitPerSecond()
  for (const call of desktopCalls)
    ipcMain.handle(channelOf(call), async (event, ask: unknown, ...more: unknown[]) => {
      if (!isOurPage(event, window)) return refuse(log, call, 'sender')
      if (!isAllowed()) return refuse(log, call, 'too_often')
      const parsed = bridge[call].ask.safeParse(ask)
      if (more.length > 0 || !parsed.success) return refuse(log, call, 'malformed')
      const handler = handlers[call] as (ask: unknown) => unknown
      return bridge[call].answer.parse(await handler(parsed.data))
    })
}

/** The page learns no more than that it was refused. */
function refuse(log: Log, call: DesktopCall, reason: string): never {
  log.warn({ call, reason }, 'a call from a page was refused')
  throw new Error('refused')
}

/** Whether our own page asks: the main frame of our window, and still at our address (checklist 17). */
function isOurPage({ senderFrame, sender }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  if (senderFrame === null || window.isDestroyed()) return false
  if (sender.id !== window.webContents.id || senderFrame.parent !== null) return false
  return senderFrame.frameToken === window.webContents.mainFrame.frameToken && isOwnPage(senderFrame.url)
}

const perSecond = 40

/** A page that was taken over must not drown the main process (reliability UI5). */
function limitPerSecond(): () => boolean {
  let count = 0
  setInterval(() => (count = 0), 1_000).unref()
  return () => ++count <= perSecond
}
