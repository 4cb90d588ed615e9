import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { toApp, toBrowser } from './addresses.ts'
import { grantWhatIsGranted, watchDownloads } from './browser-guards.ts'
import { facts, ipcHandlers } from './world.ts'

let browser: Promise<Browser> | null = null

/** The Chromium that the test started. The test and this program use the same pages. */
async function context(): Promise<BrowserContext> {
  browser ??= chromium.connectOverCDP(process.env['STUB_CHROMIUM'] ?? '')
  const [first] = (await browser).contexts()
  if (!first) throw new Error('the browser has no context')
  return first
}

export interface Hooks {
  readonly preload: string | undefined
  /** The contents of the page, which Electron names as the sender of an event. */
  readonly sender: object
  willNavigate(url: string): boolean
  mayOpen(url: string): boolean
  isRefused(url: string): Promise<boolean>
}

/** Opens the page of a window. The preload runs in an isolated world. */
export async function openPage(hooks: Hooks): Promise<{ page: Page; go(url: string): Promise<void> }> {
  const page = await (await context()).newPage()
  const client = await page.context().newCDPSession(page)
  const allowed = new Set<string>()
  await page.route('**/*', async (route) => {
    const request = route.request()
    const url = toApp(request.url())
    const isNavigation = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isNavigation && !allowed.delete(request.url()) && !hooks.willNavigate(url)) return route.abort('aborted')
    if (!(await hooks.isRefused(url))) return route.continue()
    facts.refusedRequests.push(url)
    return route.abort()
  })
  // Chromium tells the address before it makes the window, whose own address is empty at first.
  let mayOpen = false
  await client.send('Page.enable')
  client.on('Page.windowOpen', ({ url }) => {
    mayOpen = hooks.mayOpen(toApp(url))
  })
  page.on('popup', (popup) => {
    if (!mayOpen) void popup.close().catch(() => undefined)
  })
  if (hooks.preload !== undefined) {
    await injectPreload(client, page, hooks)
    const whole = await (await browser)?.newBrowserCDPSession()
    if (whole) await watchDownloads(whole, client, hooks.sender)
    if (whole) await grantWhatIsGranted(whole)
  }
  return {
    page,
    async go(url) {
      allowed.add(toBrowser(url))
      await page.goto(toBrowser(url))
    },
  }
}

const worldName = 'electron-isolated'
const binding = 'stubInvoke'

async function injectPreload(client: CDPSession, page: Page, { preload = '', sender }: Hooks): Promise<void> {
  await client.send('Runtime.enable')
  await client.send('Page.enable')
  await client.send('Runtime.addBinding', { name: binding, executionContextName: worldName })
  client.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const { id, channel, args } = JSON.parse(payload) as { id: number; channel: string; args: unknown[] }
    void invoke(channel, args, { sender, page }).then((answer) =>
      client
        .send('Runtime.evaluate', {
          expression: `stubAnswer(${id}, ${JSON.stringify(answer)})`,
          contextId: executionContextId,
        })
        // The page has moved on meanwhile.
        .catch(() => undefined),
    )
  })
  await client.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorld })
  const source = `${isolatedWorld}\n;(function (require) {\n${readFileSync(preload, 'utf8')}\n})(stubRequire)`
  await client.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName })
}

async function invoke(channel: string, args: unknown[], { sender, page }: { sender: object; page: Page }) {
  const frame = { url: toApp(page.url()), parent: null, frameToken: 'main' }
  try {
    const handle = ipcHandlers.get(channel)
    if (!handle) throw new Error(`nobody answers ${channel}`)
    return { value: await handle({ sender, senderFrame: frame }, ...args) }
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** Objects cannot pass between the worlds, but texts in DOM events can. This copies values as contextBridge does. */
const isolatedWorld = `
const stubWaiting = new Map(); let stubCount = 0
const stubAnswer = (id, { value, error }) => {
  const { resolve, reject } = stubWaiting.get(id); stubWaiting.delete(id)
  error === undefined ? resolve(value) : reject(new Error(error))
}
const stubInvokeFor = (channel, ...args) => new Promise((resolve, reject) => {
  stubCount += 1; stubWaiting.set(stubCount, { resolve, reject })
  ${binding}(JSON.stringify({ id: stubCount, channel, args }))
})
const stubRequire = (name) => {
  if (name !== 'electron') throw new Error('a sandboxed preload can require electron only, not ' + name)
  return { ipcRenderer: { invoke: stubInvokeFor }, contextBridge: { exposeInMainWorld(bridge, api) {
    if (window !== window.top) return
    const keys = Object.keys(api)
    const tell = () => document.dispatchEvent(new CustomEvent('stub-expose', { detail: JSON.stringify({ bridge, keys }) }))
    document.addEventListener('stub-hello', tell)
    document.addEventListener('stub-call', ({ detail }) => {
      const { id, key, args } = JSON.parse(detail)
      Promise.resolve().then(() => api[key](...args)).then(
        (value) => ({ id, value }), (cause) => ({ id, error: cause.message }),
      ).then((answer) => document.dispatchEvent(new CustomEvent('stub-answer', { detail: JSON.stringify(answer) })))
    })
    tell()
  } } }
}`

const mainWorld = `(() => {
  if (window !== window.top) return
  const waiting = new Map(); let count = 0
  document.addEventListener('stub-answer', ({ detail }) => {
    const { id, value, error } = JSON.parse(detail)
    const { resolve, reject } = waiting.get(id); waiting.delete(id)
    error === undefined ? resolve(value) : reject(new Error(error))
  })
  document.addEventListener('stub-expose', ({ detail }) => {
    const { bridge, keys } = JSON.parse(detail)
    if (window[bridge]) return
    const api = Object.fromEntries(keys.map((key) => [key, (...args) => new Promise((resolve, reject) => {
      count += 1; waiting.set(count, { resolve, reject })
      document.dispatchEvent(new CustomEvent('stub-call', { detail: JSON.stringify({ id: count, key, args }) }))
    })]))
    Object.defineProperty(window, bridge, { value: Object.freeze(api), writable: false, configurable: false })
  })
  document.dispatchEvent(new CustomEvent('stub-hello'))
})()`
