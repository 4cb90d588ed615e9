import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { isOwnPage } from '../page/web-preferences.ts'

type Sender = Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>

/** Whether our own page asks: the main frame of our window, and still at our address (checklist 17). */
export function isOurPage({ senderFrame, sender }: Sender, window: BrowserWindow | null): boolean {
  if (senderFrame === null || window === null || window.isDestroyed()) return false
  if (sender.id !== window.webContents.id || senderFrame.parent !== null) return false
  return senderFrame.frameToken === window.webContents.mainFrame.frameToken && isOwnPage(senderFrame.url)
}

const perSecond = 40
const mostBytes = 16 * 1024

/** A page that was taken over must not drown the main process (reliability UI5). */
export class Patience {
  #second = 0
  #count = 0

  /** @param nowMs of a steady clock */
  allows(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1_000)
    if (second !== this.#second) {
      this.#second = second
      this.#count = 0
    }
    this.#count += 1
    return this.#count <= perSecond
  }
}

/** No ask is as large as this, and what is larger is not looked into. */
export function isSmall(ask: unknown): boolean {
  let left = mostBytes
  const weigh = (value: unknown): boolean => {
    left -= 8
    if (left < 0) return false
    if (typeof value === 'string') left -= value.length
    else if (Array.isArray(value)) return value.every(weigh)
    else if (typeof value === 'object' && value !== null)
      return Object.getPrototypeOf(value) === Object.prototype && Object.entries(value).flat().every(weigh)
    return left >= 0
  }
  return weigh(ask)
}
