import { ownOrigin } from '../../../electron/main/page/web-preferences.ts'
import { BrowserWindow } from './browser-window.ts'
import { session } from './session.ts'
import { app, cancellable, chooser, facts, ipcHandlers, type MenuEntry, powerMonitor, printer } from './world.ts'

/** Commands of a test to a desktop. */
export type Order =
  | { readonly kind: 'facts' }
  | { readonly kind: 'emit'; readonly on: 'app' | 'power'; readonly event: string }
  | { readonly kind: 'emit_on_window'; readonly event: string }
  | { readonly kind: 'break_page' }
  /** The gateway's process runs out of memory. */
  | { readonly kind: 'gateway_out_of_memory' }
  /** The main process throws an exception that nothing catches. */
  | { readonly kind: 'throw_in_main' }
  /** A server asks for a password. @returns whether it was answered */
  | { readonly kind: 'login' }
  | { readonly kind: 'next_print'; readonly outcome: (typeof printer)['outcome'] }
  | { readonly kind: 'next_choice'; readonly path: string | null }
  | { readonly kind: 'quit' }
  | { readonly kind: 'close_window' }
  | { readonly kind: 'click'; readonly label: string }
  | { readonly kind: 'guards' }
  /** A message on a channel from a foreign sender. */
  | { readonly kind: 'ipc'; readonly channel: string; readonly args: readonly unknown[]; readonly as: Pretence }

interface Pretence {
  readonly url: string
  readonly isSubframe?: boolean
  readonly isOtherWindow?: boolean
}

export function listenToTest(): void {
  process.on('message', ({ id, order }: { readonly id: number; readonly order: Order }) => {
    void Promise.resolve(obey(order)).then(
      (value) => process.send?.({ id, value }),
      (cause: unknown) => process.send?.({ id, error: cause instanceof Error ? cause.message : String(cause) }),
    )
  })
}

function obey(order: Order): unknown {
  switch (order.kind) {
    case 'facts':
      return JSON.parse(JSON.stringify(facts))
    case 'emit':
      return (order.on === 'app' ? app : powerMonitor).emit(order.event, { preventDefault: () => undefined })
    case 'emit_on_window':
      return BrowserWindow.getAllWindows()[0]?.emit(order.event, cancellable({}))
    case 'break_page':
      return BrowserWindow.getAllWindows()[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    case 'gateway_out_of_memory':
      return void setImmediate(() => app.emit('stub-gateway-runs-out-of-memory'))
    case 'throw_in_main':
      return void setImmediate(() => {
        throw new Error('an exception that nothing catches')
      })
    case 'login':
      return login()
    case 'next_print':
      return (printer.outcome = order.outcome)
    case 'next_choice':
      return (chooser.path = order.path)
    case 'quit':
      return void setImmediate(() => (app as unknown as { quit(): void }).quit())
    case 'close_window':
      return BrowserWindow.getAllWindows()[0]?.close()
    case 'click':
      return click([...facts.menu, ...(facts.tray?.menu ?? [])], order.label)
    case 'guards':
      return guards()
    case 'ipc':
      return pretend(order)
  }
}

function login(): boolean {
  let isAnswered = false
  const event = cancellable({})
  app.emit('login', event, null, {}, {}, () => (isAnswered = true))
  return isAnswered || !event.isPrevented()
}

function click(entries: readonly MenuEntry[], label: string): void {
  const flat = entries.flatMap((entry) => [entry, ...(entry.submenu ?? [])])
  const found = flat.find((entry) => entry.label === label)
  if (!found?.click) throw new Error(`there is no ${label}`)
  found.click()
}

/** The answers of the session's guards to each permission. */
function guards(): Record<string, unknown> {
  const { guards: set } = session.defaultSession
  const from = { requestingUrl: 'app://resit/', isMainFrame: true }
  const copy = 'clipboard-sanitized-write'
  const request = set['permissionRequest'] as (...args: unknown[]) => void
  const asked = (permission: string, details: object) => {
    let verdict: unknown
    request(null, permission, (answer: boolean) => void (verdict = answer), details)
    return verdict
  }
  return {
    permissionRequest: asked('media', from),
    permissionCheck: (set['permissionCheck'] as (...args: unknown[]) => unknown)(null, 'geolocation', ownOrigin, from),
    copying: asked(copy, from),
    copyingInFrame: asked(copy, { ...from, isMainFrame: false }),
    copyingElsewhere: asked(copy, { ...from, requestingUrl: 'https://evil.example/' }),
    copyingPrinted: asked(copy, { ...from, requestingUrl: 'app://print/x' }),
    pasting: asked('clipboard-read', from),
  }
}

async function pretend({ channel, args, as }: Extract<Order, { kind: 'ipc' }>): Promise<unknown> {
  const handler = ipcHandlers.get(channel)
  const [window] = BrowserWindow.getAllWindows()
  if (!handler || !window) throw new Error(`nobody answers ${channel}`)
  const parent = as.isSubframe ? { frameToken: 'main' } : null
  const senderFrame = { url: as.url, parent, frameToken: as.isSubframe ? 'sub' : 'main' }
  const sender = as.isOtherWindow ? { id: 999 } : window.webContents
  return await handler({ sender, senderFrame }, ...args)
}
