import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelOf, desktopCallNames } from '../../shared/desktop/calls.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'

let shop: Shop
let desktop: Desktop
let page: Page

beforeAll(async () => {
  shop = await openShop()
  desktop = await shop.start()
  page = await desktop.page()
  await page.getByRole('textbox').first().waitFor()
})
afterAll(() => shop.close())

const evaluate = <Value>(script: string) => page.evaluate<Value>(script)

/** All refusals have the same text, so that a page learns nothing from it. */
const isRefused = (script: string) => evaluate<string>(`${script}.then(() => 'answered', (cause) => cause.message)`)

describe('every window', () => {
  test('is locked down, each item said (checklist 2 to 12)', async () => {
    const { preferences, isSandboxed, schemes, crashReporter } = await desktop.facts()
    expect(preferences).toEqual([
      expect.objectContaining({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        webviewTag: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      }),
    ])
    expect(JSON.stringify(preferences)).not.toContain('enableBlinkFeatures')
    expect(isSandboxed).toBe(true)
    expect(schemes).toEqual([
      { scheme: 'app', privileges: expect.objectContaining({ standard: true, secure: true, bypassCSP: false }) },
    ])
    expect(crashReporter).toEqual([{ uploadToServer: false }])
  })

  test('gets no permission but to copy, and that our own page alone (UI17)', async () => {
    expect(await desktop.ask({ kind: 'guards' })).toEqual({
      permissionRequest: false,
      permissionCheck: false,
      copying: true,
      copyingInFrame: false,
      copyingElsewhere: false,
      copyingPrinted: false,
      pasting: false,
    })
  })
})

describe('a page that was taken over', () => {
  test('finds the fixed functions of the bridge and nothing of Node or Electron (UI3)', async () => {
    expect(await evaluate('Object.keys(window.resit)')).toEqual([...desktopCallNames])
    for (const name of ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'stubInvoke'])
      expect(await evaluate(`typeof window.${name}`), name).toBe('undefined')
    expect(
      await evaluate(`(() => { try { window.resit.state = 1 } catch {} return typeof window.resit.state })()`),
    ).toBe('function')
  })

  test('gets nowhere with asks that are not what a function takes', async () => {
    const junk = ['undefined', 'null', '1', '[]', '{ after: -1 }', '{ after: 0, more: 1 }', `{ file: '/etc/passwd' }`]
    for (const call of desktopCallNames)
      for (const ask of junk) expect(await isRefused(`window.resit.${call}(${ask})`), `${call}(${ask})`).toBe('refused')
  })

  test('cannot name a file, a page or an address to print', async () => {
    const bearer = `rss_${'a'.repeat(40)}`
    const saleGuid = '22222222-2222-4222-8222-222222222222'
    const ask = { saleGuid, bearer, language: 'en', paper: 'slip', printer: null }
    for (const more of [{ html: '<b>' }, { url: 'https://evil.example' }, { saleGuid: '../../setup' }, { bearer: 'x' }])
      expect(await isRefused(`window.resit.print(${JSON.stringify({ ...ask, ...more })})`)).toBe('refused')
    // The request is well formed, but has no session, so the gateway refuses it.
    await expect
      .poll(() => evaluate(`window.resit.print(${JSON.stringify(ask)})`).catch(() => 'too often'))
      .toEqual({ outcome: 'refused' })
    expect((await desktop.facts()).prints).toEqual([])
  })

  test('is cut off when it asks too often or too much (UI5)', async () => {
    const many = `Promise.all(Array.from({ length: 200 }, () => window.resit.printers({}).then(() => 1, () => 0)))`
    const answered = (await evaluate<number[]>(many)).filter((one) => one === 1).length
    expect(answered).toBeLessThan(130)
    expect(await isRefused(`window.resit.prefer({ printer: 'x'.repeat(1024 * 1024) })`)).toBe('refused')
  })

  test('runs no script of its own: inline, evaluated or from elsewhere', async () => {
    const inline = `new Promise((resolve) => {
      const script = document.createElement('script'); script.textContent = 'window.hacked = 1'
      document.body.append(script); setTimeout(() => resolve(window.hacked ?? 'not run'), 50) })`
    expect(await evaluate(inline)).toBe('not run')
    const { csp } = await evaluate<{ csp: string }>(
      `fetch('/').then((answer) => ({ csp: answer.headers.get('content-security-policy') }))`,
    )
    expect(csp).toMatch(/default-src 'none'; script-src 'self'/)
    expect(await isRefused(`fetch('https://evil.example/')`)).toMatch(/Failed to fetch/)
  })

  test('cannot leave, and cannot open a window (UI17)', async () => {
    const before = page.url()
    await evaluate(`setTimeout(() => { window.location.href = 'https://evil.example/' })`)
    await evaluate(`new Promise((resolve) => setTimeout(resolve, 300))`)
    await evaluate(`void window.open('https://evil.example/')`)
    await expect.poll(async () => (await desktop.facts()).refusedWindows.length).toBe(1)
    expect(page.url()).toBe(before)
  })

  test('downloads nothing but a list of its own making (UI17)', async () => {
    const from = (href: string, name: string) =>
      `(() => { const link = document.createElement('a'); link.href = ${href}; link.download = '${name}'; link.click() })()`
    const page = `URL.createObjectURL(new Blob(['x']))`
    const saved = async () => (await desktop.facts()).downloads.map(({ savedAt }) => savedAt)
    await evaluate(from(page, 'resit.exe'))
    await expect.poll(saved).toEqual([null])
    // One after the other, because Chromium itself drops some of several downloads at once.
    await evaluate(from(`'data:text/csv,x'`, 'x.csv'))
    await expect.poll(saved).toEqual([null, null])
    await evaluate(from(`'/assets/../index.html'`, 'x.csv'))
    await expect.poll(saved).toEqual([null, null, null])
  })

  test('reads nothing that was copied elsewhere, and asks for no camera and no place', async () => {
    const state = (name: string) =>
      evaluate<string>(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`)
    for (const name of ['clipboard-read', 'camera', 'geolocation', 'notifications', 'midi'])
      expect(await state(name), name).toBe('denied')
    expect(await state('clipboard-write')).toBe('granted')
  })

  test('reads no file beside the bundle (UI16)', async () => {
    const paths = [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/../../desktop/main.js',
      '/main.js',
      '//etc/passwd',
    ]
    for (const path of paths)
      expect(
        await evaluate(`fetch(${JSON.stringify(path)}).then(({ status }) => status, () => 'nothing')`),
        path,
      ).not.toBe(200)
  })
})

describe('a call from somebody else', () => {
  const own = 'app://resit/'
  const strangers = {
    'a frame in the page': { url: own, isSubframe: true },
    'another window': { url: own, isOtherWindow: true },
    'a blank page': { url: 'about:blank' },
    'a page from elsewhere': { url: 'https://resit.example/' },
    'a page of the same scheme': { url: 'app://print/x' },
    'a page whose address begins like ours': { url: 'app://resit.evil.example/' },
    'a page with a name in its address': { url: 'app://resit@evil.example/' },
  }
  test.each(Object.entries(strangers))('%s is refused on every channel (UI4)', async (_who, as) => {
    for (const call of desktopCallNames)
      await expect(desktop.ask({ kind: 'ipc', channel: channelOf(call), args: [{ after: 0 }], as })).rejects.toThrow(
        'refused',
      )
  })

  test('our own page is answered', async () => {
    await expect
      .poll(() =>
        desktop
          .ask({ kind: 'ipc', channel: channelOf('state'), args: [{ after: 0 }], as: { url: own } })
          .catch(() => null),
      )
      .toMatchObject({ keyStore: 'sealed' })
  })
})
