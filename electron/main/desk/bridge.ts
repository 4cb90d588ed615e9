import type { BrowserWindow, IpcMain } from 'electron'
import { type Answer, type Ask, bridge } from '../../../shared/desktop/bridge.ts'
import { channelOf, type DesktopCall, desktopCalls } from '../../../shared/desktop/calls.ts'
import type { Log } from '../log.ts'
import { isOurPage, isSmall, Patience } from './sender.ts'

export type Deeds = { readonly [Call in DesktopCall]: (ask: Ask<Call>) => Promise<Answer<Call>> | Answer<Call> }

interface BridgeParts {
  readonly deeds: Deeds
  readonly log: Log
  readonly window: () => BrowserWindow | null
}

/**
 * Answers the screens. Who asks is checked first, then how much and how often, then what; what a deed is given is what
 * was parsed, and what it answers is parsed too.
 */
export function openBridge(ipc: IpcMain, { deeds, log, window }: BridgeParts): void {
  const patience = new Patience()
  for (const call of desktopCalls)
    ipc.handle(channelOf(call), async (event, ask: unknown, ...more: unknown[]) => {
      if (!isOurPage(event, window())) return refuse(log, call, 'sender')
      if (!patience.allows(performance.now())) return refuse(log, call, 'too_often')
      if (more.length > 0 || !isSmall(ask)) return refuse(log, call, 'too_much')
      const parsed = bridge[call].ask.safeParse(ask)
      if (!parsed.success) return refuse(log, call, 'malformed')
      const deed = deeds[call] as (ask: unknown) => unknown
      return bridge[call].answer.parse(await deed(parsed.data))
    })
}

/** The page learns no more than that it was refused. */
function refuse(log: Log, call: DesktopCall, reason: string): never {
  log.warn({ call, reason }, 'a call from a page was refused')
  throw new Error('refused')
}
