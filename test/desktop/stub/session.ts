import { EventEmitter } from 'node:events'
import { onlyAfterReady } from './ready.ts'

type Guard = (...args: never[]) => unknown

/** Records which guards were set, and asks them about requests. */
export class Session extends EventEmitter {
  readonly guards: Record<string, Guard> = {}
  #before: ((details: object, answer: (verdict: { cancel: boolean }) => void) => void) | null = null

  setPermissionRequestHandler = (guard: Guard) => void (this.guards['permissionRequest'] = guard)
  setPermissionCheckHandler = (guard: Guard) => void (this.guards['permissionCheck'] = guard)
  setSpellCheckerEnabled(): void {}
  /** Null if the settings of the system are used. */
  proxyRules: string | null = null
  /** The credentials that the proxy accepted. Chromium remembers them. */
  proxyCredentials: string | null = null
  setProxy({ proxyRules }: { readonly proxyRules: string }): Promise<void> {
    this.proxyRules = proxyRules
    return Promise.resolve()
  }

  webRequest = {
    onBeforeRequest: (before: (details: object, answer: (verdict: { cancel: boolean }) => void) => void) => {
      this.#before = before
    },
  }

  /** Whether a page gets a permission. Chromium asks the check handler. */
  allows(permission: string, url: string): boolean {
    const check = this.guards['permissionCheck'] as ((...args: unknown[]) => boolean) | undefined
    return check?.(null, permission, `${new URL(url).protocol}//${new URL(url).host}/`, { isMainFrame: true }) ?? true
  }

  isRefused(url: string): Promise<boolean> {
    const before = this.#before
    if (!before) return Promise.resolve(false)
    return new Promise((resolve) => before({ url, resourceType: 'other' }, ({ cancel }) => resolve(cancel)))
  }
}

const partitions = new Map<string, Session>()
const defaultSession = new Session()
const tooEarly = 'Session can only be received when app is ready'

export const session = {
  get defaultSession() {
    onlyAfterReady(tooEarly, TypeError)
    return defaultSession
  },
  fromPartition(name: string) {
    onlyAfterReady(tooEarly, TypeError)
    const found = partitions.get(name) ?? new Session()
    partitions.set(name, found)
    return found
  },
}
