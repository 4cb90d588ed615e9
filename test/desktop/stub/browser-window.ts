import { EventEmitter } from 'node:events'
import type { Page } from 'playwright'
import { toApp } from './addresses.ts'
import { openPage } from './page.ts'
import { onlyAfterReady } from './ready.ts'
import { session } from './session.ts'
import { app, cancellable, facts, printer } from './world.ts'

type Opener = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }

let count = 0

export class WebContents extends EventEmitter {
  readonly id: number
  page: Page | null = null
  opener: Opener = () => ({ action: 'allow' })
  readonly window: BrowserWindow
  readonly opened: ReturnType<typeof openPage>

  constructor(window: BrowserWindow, preload: string | undefined) {
    super()
    count += 1
    this.id = count
    this.window = window
    this.opened = openPage({
      preload,
      sender: this,
      willNavigate: (url) => {
        const event = cancellable({ url, isMainFrame: true })
        this.emit('will-frame-navigate', event)
        if (!event.isPrevented()) this.emit('will-navigate', event)
        return !event.isPrevented()
      },
      mayOpen: (url) => {
        const { action } = this.opener({ url })
        if (action === 'deny') facts.refusedWindows.push(url)
        return action === 'allow'
      },
      isRefused: (url) => session.defaultSession.isRefused(url),
    })
    void this.opened.then(({ page }) => {
      this.page = page
    })
  }

  get mainFrame() {
    return { url: toApp(this.page?.url() ?? ''), parent: null, frameToken: 'main' }
  }

  getURL(): string {
    return toApp(this.page?.url() ?? '')
  }

  setWindowOpenHandler(opener: Opener): void {
    this.opener = opener
  }

  setWebRTCIPHandlingPolicy(): void {}

  async executeJavaScript(script: string): Promise<unknown> {
    return (await this.opened).page.evaluate(script)
  }

  async capturePage() {
    const png = await (await this.opened).page.screenshot()
    return { toPNG: () => png }
  }

  reload(): void {
    facts.reloads += 1
    void this.page?.reload()
  }

  async getPrintersAsync() {
    return Promise.resolve([
      { name: 'roll', displayName: 'Receipt printer', description: '', options: {} },
      { name: 'office', displayName: 'Office printer', description: '', options: {} },
    ])
  }

  print(options: object, done: (isDone: boolean, reason: string) => void): void {
    void this.page?.content().then((html) => {
      facts.prints.push({ options, html })
      // The callback comes later, as in Electron.
      const reasons = { done: '', cancelled: 'Print job canceled', failed: 'Print job failed' }
      setImmediate(() => done(printer.outcome === 'done', reasons[printer.outcome]))
    })
  }
}

const all = new Set<BrowserWindow>()

const seen = () => {
  facts.windows = [...all].map(({ isShown, isInKiosk }) => ({ isVisible: isShown, isKiosk: isInKiosk }))
}

interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly kiosk?: boolean
  readonly webPreferences?: { readonly preload?: string; readonly enablePreferredSizeMode?: boolean }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  isShown = false
  isFilling = false
  isInKiosk: boolean
  #isGone = false
  readonly #options: WindowOptions

  constructor(options: WindowOptions) {
    super()
    onlyAfterReady('Cannot create BrowserWindow before app is ready')
    this.#options = options
    this.isInKiosk = options.kiosk ?? false
    facts.preferences.push(options.webPreferences)
    this.webContents = new WebContents(this, options.webPreferences?.preload)
    all.add(this)
    seen()
    app.emit('browser-window-created', {}, this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...all]
  }

  async loadURL(url: string): Promise<void> {
    const opened = await this.webContents.opened
    await opened.go(url)
    if (this.#options.webPreferences?.enablePreferredSizeMode) await this.#tellPreferredSize(opened.page)
    // With a dead GPU nothing is painted; if the scripts fail to load, the page stays empty.
    const paints = process.env['STUB_PAINTS'] ?? 'everything'
    if (paints === 'everything' || (paints === 'plain pages' && !url.startsWith('app:'))) this.emit('ready-to-show')
  }

  /** Tells the size of the document at the width of the window. Chromium knows it without a script in the page. */
  async #tellPreferredSize(page: Page): Promise<void> {
    await page.setViewportSize({ width: this.#options.width ?? 800, height: this.#options.height ?? 600 })
    const height = await page.evaluate<number>('document.documentElement.offsetHeight')
    this.webContents.emit('preferred-size-changed', {}, { width: this.#options.width ?? 800, height })
  }

  show(): void {
    const wasVisible = this.isShown
    this.isShown = true
    seen()
    if (!wasVisible) this.emit('show')
  }
  hide(): void {
    this.isShown = false
    seen()
  }
  minimize(): void {
    facts.minimized += 1
  }
  focus(): void {}
  restore(): void {}
  /** Also shows the window. */
  maximize(): void {
    this.isFilling = true
    facts.filled += 1
    this.show()
  }
  isMinimized = () => false
  isVisible = () => this.isShown
  isDestroyed = () => this.#isGone
  setKiosk(isKiosk: boolean): void {
    this.isInKiosk = isKiosk
    seen()
  }

  /** @returns false if a listener prevented it */
  close(): boolean {
    const event = cancellable({})
    this.emit('close', event)
    if (event.isPrevented()) return false
    this.destroy()
    return true
  }

  destroy(): void {
    this.#isGone = true
    all.delete(this)
    seen()
    this.webContents.emit('destroyed')
    void this.webContents.page?.close().catch(() => undefined)
  }
}
