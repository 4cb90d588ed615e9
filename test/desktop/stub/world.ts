import { EventEmitter } from 'node:events'

/** What the program did, for a test to read. */
export interface Facts {
  readonly notifications: { readonly title: string; readonly body: string }[]
  readonly preferences: unknown[]
  readonly schemes: unknown[]
  readonly crashReporter: unknown[]
  readonly errorBoxes: { readonly title: string; readonly content: string }[]
  /** The properties of each dialog that opened a file or folder. */
  readonly openDialogs: (readonly string[])[]
  readonly messageBoxes: { readonly detail: string; readonly buttons: readonly string[] }[]
  readonly refusedRequests: string[]
  readonly refusedWindows: string[]
  readonly prints: Print[]
  /** Messages to the process of the gateway. */
  readonly orders: string[]
  readonly relaunches: unknown[]
  readonly downloads: { readonly url: string; readonly savedAt: string | null; readonly dialog: unknown }[]
  readonly openedAddresses: string[]
  readonly openedPaths: string[]
  menu: MenuEntry[]
  tray: { tip: string; menu: MenuEntry[] } | null
  gatewayPids: number[]
  reloads: number
  minimized: number
  /** How often a window was maximised. */
  filled: number
  windows: { readonly isVisible: boolean; readonly isKiosk: boolean }[]
  isSandboxed: boolean
  pageOrigin: string
  /** Why `ready` cannot come; null if nothing blocks it. */
  stuck: string | null
}

export interface Print {
  readonly options: { readonly silent?: boolean; readonly deviceName?: string; readonly pageSize?: unknown }
  readonly html: string
}

export interface MenuEntry {
  readonly label?: string
  readonly role?: string
  readonly click?: () => void
  readonly submenu?: MenuEntry[]
}

export const facts: Facts = {
  notifications: [],
  preferences: [],
  schemes: [],
  crashReporter: [],
  errorBoxes: [],
  openDialogs: [],
  messageBoxes: [],
  refusedRequests: [],
  refusedWindows: [],
  prints: [],
  orders: [],
  relaunches: [],
  downloads: [],
  openedAddresses: [],
  openedPaths: [],
  menu: [],
  tray: null,
  gatewayPids: [],
  reloads: 0,
  minimized: 0,
  filled: 0,
  windows: [],
  isSandboxed: false,
  pageOrigin: '',
  stuck: null,
}

/** The result of the next print job. */
export const printer: { outcome: 'done' | 'cancelled' | 'failed' } = { outcome: 'done' }

/** What a person chooses in the next dialogs; null: they close it. */
export const chooser: { path: string | null } = { path: null }

/** An event of Electron. A listener can prevent its action. */
export function cancellable<More extends object>(more?: More) {
  let isPrevented = false
  return {
    ...(more as More),
    preventDefault: () => {
      isPrevented = true
    },
    isPrevented: () => isPrevented,
  }
}

export const ipcHandlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>()

export const app = new EventEmitter()
export const powerMonitor = new EventEmitter()
