import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Forwarder, startForwarder } from '../support/forwarder.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { liveCompany, type Sandbox, startSandbox } from '../support/sandbox.ts'
import { coffee, invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { sharedChromium } from './support/chromium.ts'
import { confirm, people, signIn } from './support/screens.ts'

let browser: Browser
let sandbox: Sandbox
/** The stand-in for production: another process with credentials of its own. */
let production: Sandbox
/** The address that the gateway takes for MyInvois. */
let myinvois: Forwarder
let dataDir: string
let gateway: GatewayProcess
let page: Page

beforeAll(async () => {
  browser = await sharedChromium()
  sandbox = await startSandbox()
  production = await startSandbox()
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
})

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'resit-go-live-'))
  myinvois = await startForwarder(sandbox.url)
  gateway = await spawnGateway(dataDir, { ...brisk, RESIT_MYINVOIS_API_URL: myinvois.url })
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-MY' })
  page = await context.newPage()
  page.setDefaultTimeout(hangMs)
})
afterEach(async () => {
  await page.context().close()
  await gateway.stop()
  await myinvois.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const setupCode = () => /"setup_code","code":"([^"]+)"/.exec(gateway.stderr())?.[1]

async function beFirstOwner(): Promise<void> {
  const { name, pin } = people.owner
  await page.goto(`http://127.0.0.1:${gateway.port}`)
  await expect.poll(setupCode).toBeDefined()
  await page.getByRole('textbox', { name: 'Set-up code' }).fill(setupCode() ?? '')
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  for (const field of await page.locator('input[type=password]').all()) await field.fill(pin)
  await page.getByRole('button', { name: 'Create owner' }).click()
}

async function openGoLive(): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Go live' }).click()
  await page.getByRole('heading', { level: 1, name: 'Go live' }).waitFor()
}

const part = (name: string) => page.getByRole('region', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

async function choose(name: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name }).fill(typed)
  await page.getByRole('option', { name: new RegExp(typed) }).click()
}

async function typeCompany(): Promise<void> {
  await field('Name').fill(liveCompany.NAME)
  await field('Short name').fill(liveCompany.COMPANY_CODE)
  await field('TIN').fill(liveCompany.TIN)
  await field('Registration number').fill(liveCompany.ID_NUMBER)
  await choose('Business (MSIC)', liveCompany.MSIC_CODE)
  await field('What the business does').fill(liveCompany.BUSINESS_ACTIVITY)
  await field('Telephone').fill('03-8765 4321')
  await field('Street and building').fill('12 Jalan Rumah')
  await field('Town').fill('Shah Alam')
  await choose('State', 'Selangor')
  await field('Postcode').fill('ABC')
  await page.getByRole('button', { name: 'Save the company' }).click()
  await expect.poll(() => field('Postcode').getAttribute('aria-invalid')).toBe('true')
  await field('Postcode').fill('40000')
  await page.getByRole('button', { name: 'Save the company' }).click()
  await confirm(page)
  await part('1. Your company').getByText('Done').waitFor()
  // The next step is in sight below the result.
  const next = part('2. Access to MyInvois').getByRole('heading')
  await expect.poll(async () => (await next.boundingBox())?.y).toBeLessThan(700)
  expect((await next.boundingBox())?.y).toBeGreaterThan(0)
}

async function giveAccess(secret: string, password: string | null, to = sandbox): Promise<void> {
  await field('Client ID').fill(to.clientId)
  await page.getByLabel('Client secret').fill(secret)
  if (password !== null) {
    const buffer = Buffer.from(to.certificate.pkcs12, 'base64')
    const file = { name: 'company.p12', mimeType: 'application/x-pkcs12', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByLabel('Password of the certificate').fill(password)
  }
  await page.getByRole('button', { name: 'Save access' }).click()
  await confirm(page)
}

/**
 * Signs in at the new installation. The old one has a menu with the same name, so this waits for the sign-in screen.
 */
async function comeIn(): Promise<void> {
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await signIn(page, 'owner')
}

/**
 * No one can sign in while the page changes to another installation. The new gateway does not know the session and may
 * say so before the page reloads. Text typed before the reload is lost.
 */
async function isNotLetInOnTheWay(begin: () => Promise<void>): Promise<void> {
  const setup = '**/operator/v1/setup'
  const here = await page.request.get(new URL('/operator/v1/setup', page.url()).href)
  await page.route(setup, (route) => route.fulfill({ response: here }))
  const refused = page.waitForResponse((response) => response.status() === 401)
  await begin()
  await refused
  await page.getByText('Going to MyInvois test').waitFor()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect.poll(() => page.getByRole('heading', { name: 'Who are you?' }).isVisible()).toBe(false)
  await page.unroute(setup)
}

/** Changes between light and dark, and checks the whole screen. */
async function seesEverything(): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
}

const settingsAt = async (room: string) => {
  await page.evaluate((to) => {
    window.location.hash = to
  }, `#/settings/${room}`)
}

test('an owner goes from practice to the sandbox and back on the screens alone', async () => {
  await beFirstOwner()
  await openGoLive()
  await page.getByText('Practice', { exact: true }).first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Check now' }).isDisabled()).toBe(true)
  // All steps are shown; a later one says which step comes before it.
  await part('2. Access to MyInvois').getByText('Save the company first.').waitFor()
  await seesEverything()
  await typeCompany()

  await part('2. Access to MyInvois').getByText('To save, enter client ID and client secret.').waitFor()
  await page.getByRole('link', { name: 'Open the MyInvois portal' }).waitFor()
  await giveAccess(sandbox.clientSecret, 'not the password')
  await page.getByRole('alert').getByText('cannot be opened with this password').waitFor()
  await giveAccess('not the secret', sandbox.certificate.password)
  await part('2. Access to MyInvois').getByText('Done').waitFor()
  myinvois.forwardTo('http://127.0.0.1:9')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Is this computer connected to the internet?').waitFor()
  myinvois.forwardTo(sandbox.url)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Something must be corrected first.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Start the MyInvois test' }).isDisabled()).toBe(true)

  await part('2. Access to MyInvois').getByRole('button', { name: 'Change' }).click()
  await page.getByText('A certificate is saved.').waitFor()
  await giveAccess(sandbox.clientSecret, null)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Everything is in order.', { exact: true }).waitFor()
  await page.getByText('The TIN and the registration number of').waitFor()
  await seesEverything()
  await page.getByText('Each till must name the company KEDAI').waitFor()
  await isNotLetInOnTheWay(async () => {
    await page.getByRole('button', { name: 'Start the MyInvois test' }).click()
    await confirm(page)
  })

  await comeIn()
  await page.locator('[data-mode=sandbox]').getByText('no legal effect').waitFor()
  await settingsAt('first-steps')
  const done = page.getByRole('listitem').filter({ hasText: /done$/ })
  for (const step of ['Set up the company', 'Go live']) await done.filter({ hasText: step }).waitFor()
  await page.evaluate("window.location.hash = '#/settings/go-live'")
  const present = page.getByRole('listitem').filter({ hasText: 'You are here' })
  await present.getByText('MyInvois test', { exact: true }).waitFor()
  await seesEverything()
  // The company of the sandbox is filled in for production.
  await expect.poll(() => field('Name').inputValue()).toBe(liveCompany.NAME)

  await page.getByRole('button', { name: 'Go to Practice' }).click()
  await page.getByRole('dialog', { name: 'Go to Practice' }).getByRole('button', { name: 'Go to Practice' }).click()
  await confirm(page)
  await comeIn()
  await page.locator('[data-mode=practice]').waitFor()
  // In practice this company is not there, and is not typed again.
  await settingsAt('companies')
  await page.getByRole('button', { name: 'Add a company' }).click()
  await expect.poll(() => field('TIN').inputValue()).toBe(liveCompany.TIN)
})

const saleOf = (page: Page, code: string | RegExp) => page.locator('[data-guid]', { hasText: code })

/** Sells by a token that was made on the screens. @returns the sale code */
async function sellThere(): Promise<string> {
  await page.getByRole('link', { name: 'Tills', exact: true }).click()
  await page.getByRole('button', { name: 'Make the key' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Till 1')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await confirm(page)
  const token = (await page.getByText(/^rst_/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I have written it down' }).click()
  const sold = await fetch(`http://127.0.0.1:${gateway.port}/v1/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(invoice('REAL-1', { COMPANY_CODE: liveCompany.COMPANY_CODE, LINES: [coffee] })),
  })
  expect(sold.status).toBe(202)
  return 'REAL-1'
}

test('an owner goes on to production, sells there, and finds practice as it was: no terminal is needed for any of it', async () => {
  await beFirstOwner()
  await page.getByRole('button', { name: 'Try a sale' }).click()
  await page.locator('[data-command=send]:enabled').click()
  await page.getByText('Valid', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  const practised = await page.locator('[data-guid]').first().getAttribute('data-guid')
  await settingsAt('go-live')
  await part('1. Your company').waitFor()

  await typeCompany()
  await giveAccess(sandbox.clientSecret, sandbox.certificate.password)
  await part('2. Access to MyInvois').getByText('Done').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Everything is in order.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Start the MyInvois test' }).click()
  await confirm(page)
  await comeIn()
  await page.locator('[data-mode=sandbox]').waitFor()

  // From here on the address leads to production, which does not know the credentials of the sandbox.
  myinvois.forwardTo(production.url)
  await settingsAt('go-live')
  await page.getByRole('button', { name: 'Save the company' }).click()
  await confirm(page)
  await part('1. Your company').getByText('Done').waitFor()
  await giveAccess(sandbox.clientSecret, production.certificate.password, production)
  await part('2. Access to MyInvois').getByText('Done').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Something must be corrected first.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Start live e-invoices' }).isDisabled()).toBe(true)
  // What is done is folded. The secret is asked for again only if the owner wants to change it.
  await expect.poll(() => field('Client ID').count()).toBe(0)
  await part('2. Access to MyInvois').getByRole('button', { name: 'Change' }).click()
  await giveAccess(production.clientSecret, null, production)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Everything is in order.', { exact: true }).waitFor()
  await page.getByText('Every document is a real e-invoice').waitFor()
  await seesEverything()
  await page.getByRole('button', { name: 'Start live e-invoices' }).click()
  await confirm(page)
  await comeIn()
  await page.getByRole('region', { name: 'State of Resit' }).waitFor()
  await expect.poll(() => page.locator('[data-mode=sandbox], [data-mode=practice]').count()).toBe(0)

  // Nothing of practice is here, and sales go to production.
  await settingsAt('tokens')
  const sold = await sellThere()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await saleOf(page, sold).getByText('Valid', { exact: true }).waitFor()
  await expect.poll(() => page.locator('[data-guid]').count()).toBe(1)
  await settingsAt('go-live')
  const places = page.getByRole('listitem')
  await places.filter({ hasText: 'You are here' }).getByText('Live', { exact: true }).waitFor()
  await expect.poll(() => places.filter({ hasText: 'You can go back to it' }).count()).toBe(2)
  await seesEverything()

  await page.getByRole('button', { name: 'Go to Practice' }).click()
  await page.getByRole('dialog', { name: 'Go to Practice' }).getByRole('button', { name: 'Go to Practice' }).click()
  await confirm(page)
  await comeIn()
  await page.locator('[data-mode=practice]').waitFor()
  await page.getByRole('link', { name: 'Sales', exact: true }).click()
  await page.locator(`[data-guid="${practised}"]`).getByText('Valid', { exact: true }).waitFor()
  await expect.poll(() => saleOf(page, sold).count()).toBe(0)
})
