import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../../support/gateway.ts'
import { hangMs } from '../../support/hang-limit.ts'
import { operate } from '../../support/operator.ts'
import { sharedChromium } from './chromium.ts'

/** The people of the invented shop. */
export const people = {
  owner: { name: 'Aminah', role: 'owner', pin: '918273' },
  supervisor: { name: 'Farid', role: 'supervisor', pin: '564738' },
  cashier: { name: 'Siti', role: 'cashier', pin: '736251' },
} as const
export type Who = keyof typeof people

export interface Screens {
  readonly gateway: TestGateway
  readonly browser: Browser
  readonly origin: string
  /** Opens a page without a signed-in person. Its errors are in `complaints`. */
  open(options?: OpenOptions): Promise<OpenPage>
  close(): Promise<void>
}

type OpenOptions = NonNullable<Parameters<Browser['newContext']>[0]> & {
  /** A computer without a chosen till. */
  readonly isUnbound?: boolean
}

/** The till of this computer, as a person chose it. */
const till = {
  COMPANY_CODE: 'DEMO',
  OUTLET_NAME: 'KLCC',
  TERMINAL_NAME: 'T1',
} as const

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Script errors, violations of the content security policy, and failed requests. */
  readonly complaints: readonly string[]
}

/** A browser without windows prints at once and drops the page. This keeps the page, so that a test can read it. */
const keepsPaper = `document.addEventListener('load', ({ target }) => {
  if (target.title === 'print') target.contentWindow.print = () => undefined
}, true)`

const built = new URL('../../../.build/renderer/index.html', import.meta.url)

/** A real gateway with the built screens and people, and a real browser. */
export async function openScreens(options: TestGatewayOptions = {}, { withPeople = true } = {}): Promise<Screens> {
  if (!existsSync(built)) throw new Error('the screens are not built; npm test builds them')
  const gateway = await startGateway({ ...options, withScreens: true })
  if (withPeople)
    for (const { name, role, pin } of Object.values(people))
      await operate(gateway, 'POST', '/people', { name, role, pin })
  const browser = await sharedChromium()
  const contexts: BrowserContext[] = []
  const origin = `http://127.0.0.1:${gateway.port}`
  return {
    gateway,
    browser,
    origin,
    async open({ isUnbound = false, ...contextOptions } = {}) {
      const context = await browser.newContext({
        viewport: { width: 1024, height: 768 },
        locale: 'en-MY',
        // In this zone it is another day than in the shop for most of the time. All screens must use the shop's zone.
        timezoneId: 'Pacific/Honolulu',
        ...contextOptions,
      })
      contexts.push(context)
      context.setDefaultTimeout(hangMs)
      if (!isUnbound)
        await context.addInitScript(`localStorage.setItem('resit.till', ${JSON.stringify(JSON.stringify(till))})`)
      await context.addInitScript(keepsPaper)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // The browser reports a form with faults (422), and an act before the owner's PIN (403).
        if (message.type() === 'error' && !/status of 4(03|22)/.test(message.text())) complaints.push(message.text())
      })
      await page.goto(origin)
      return { page, context, complaints }
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      await gateway.close()
    },
  }
}

/** Types the owner's PIN into the dialog, which the last digit confirms. */
export async function confirm(page: Page, pin: string = people.owner.pin): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'The owner confirms this' })
  await dialog.getByLabel('Your PIN').fill(pin)
}

/** Signs in, from the names to the first screen. */
export async function signIn(page: Page, who: Who): Promise<void> {
  const { name, pin } = people[who]
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.keyboard.type(pin)
  await page.getByRole('navigation').first().waitFor()
  // An owner begins at another page. Tests begin at the sales, or stay where they were.
  await page.evaluate("if (['', '#/', '#/today'].includes(location.hash)) location.hash = '#/sales'")
}
