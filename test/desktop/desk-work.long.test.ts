import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopState } from '../../shared/desktop/bridge.ts'
import { hangMs } from '../support/hang-limit.ts'
import { type Desktop, openShop, type Shop } from './start-desktop.ts'
import { type Till, tillAt } from './till.ts'

let shop: Shop
let desktop: Desktop
let page: Page
let till: Till
let saleGuid: string

beforeAll(async () => {
  shop = await openShop()
  desktop = await shop.start()
  page = await desktop.page()
  page.setDefaultTimeout(hangMs)
  till = await tillAt(desktop)
  const { SALE_GUID } = await till.submit('D-1')
  saleGuid = SALE_GUID
})
afterAll(() => shop.close())

const at = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
const stateOf = () => page.evaluate<DesktopState>('window.resit.state({ after: 0 })')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const press = async (name: string) => {
  const before = (await desktop.facts()).prints.length
  await button(name).click()
  await expect.poll(async () => (await desktop.facts()).prints.length).toBe(before + 1)
  return desktop.facts()
}

describe('somebody at the desk', () => {
  test('makes the first owner, and signs in as that', async () => {
    await expect.poll(() => till.status(saleGuid)).toMatchObject({ STATUS: 'Valid' })
    await expect.poll(() => page.getByRole('textbox').first().inputValue()).not.toBe('')
    await page.getByRole('textbox').nth(1).fill('Aminah')
    for (const field of await page.locator('input[type=password]').all()) await field.fill('918273')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation').first().waitFor()
  })

  test('copies what a form elsewhere asks for', async () => {
    await at(`#/sales/${saleGuid}`)
    await button('Copy').click()
    await expect.poll(() => button('Copied').count()).toBe(1)
  })

  test('saves a list where the dialog of the system is told to', async () => {
    await at('#/settings/backup')
    await button('Save the file').click()
    await expect.poll(async () => (await desktop.facts()).downloads).toHaveLength(1)
    const [saved] = (await desktop.facts()).downloads
    expect(saved).toMatchObject({
      url: expect.stringMatching(/^blob:app:\/\/resit\//),
      dialog: { filters: [{ name: 'CSV', extensions: ['csv'] }] },
    })
    expect(readFileSync(String(saved?.savedAt), 'utf8')).toContain(saleGuid)
  })

  test('chooses the folder of the copies in the dialog of the system', async () => {
    await at('#/settings/backup')
    const folder = page.getByRole('textbox', { name: 'Folder for copies and backups' })
    const before = await folder.inputValue()
    await button('Choose a folder').click()
    await expect.poll(async () => (await desktop.facts()).openDialogs).toEqual([['openDirectory', 'createDirectory']])
    expect(await folder.inputValue()).toBe(before)
    await desktop.ask({ kind: 'next_choice', path: desktop.home })
    await button('Choose a folder').click()
    await expect.poll(() => folder.inputValue()).toBe(desktop.home)
  })

  test('opens the reference for tills and the portal of MyInvois in the browser, and no other address', async () => {
    await at('#/settings/provider')
    await button('How to connect a till').click()
    const { port } = JSON.parse(readFileSync(join(desktop.dataDir, 'gateway.json'), 'utf8')) as { port: number }
    const docs = `http://127.0.0.1:${port}/docs`
    await expect.poll(async () => (await desktop.facts()).openedAddresses).toEqual([docs])
    await at('#/settings/go-live')
    await page.getByRole('link', { name: 'Open the MyInvois portal' }).click()
    const portal = 'https://preprod.myinvois.hasil.gov.my'
    await expect.poll(async () => (await desktop.facts()).openedAddresses).toEqual([docs, portal])
  })
})

const heightOf = (print: { readonly options?: { readonly pageSize?: unknown } | undefined } | undefined): number =>
  (print?.options?.pageSize as { readonly height: number } | undefined)?.height ?? 0

describe('a document on paper', () => {
  test('is asked for by the system’s dialog while no printer is chosen', async () => {
    await at(`#/sales/${saleGuid}`)
    const { prints } = await press('Print the slip')
    expect(prints.at(-1)?.options).toMatchObject({ silent: false, pageSize: { width: 80_000 } })
    expect(prints.at(-1)?.options.deviceName).toBeUndefined()
    // The page is as long as the slip, not as long as A4.
    expect(heightOf(prints.at(-1))).toBeGreaterThan(40_000)
    expect(heightOf(prints.at(-1))).not.toBe(297_000)
    expect(prints.at(-1)?.html).toContain('<svg')
  })

  test('goes without a question to the printers that were chosen, one for each paper', async () => {
    await at('#/settings/this-computer')
    await page.getByRole('combobox', { name: 'For slips' }).click()
    await page.getByRole('option', { name: 'Receipt printer' }).click()
    await page.getByRole('combobox', { name: 'For A4' }).click()
    await page.getByRole('option', { name: 'Office printer' }).click()
    await expect.poll(stateOf).toMatchObject({ printer: 'roll', pagePrinter: 'office' })
    await at(`#/sales/${saleGuid}`)
    const slip = await press('Print the slip')
    expect(slip.prints.at(-1)?.options).toMatchObject({ silent: true, deviceName: 'roll' })
    const page4 = await press('Print on A4')
    expect(page4.prints.at(-1)?.options).toMatchObject({ silent: true, deviceName: 'office', pageSize: 'A4' })
  })

  test('is as wide as the roll in the printer, or as the printer’s own settings say', async () => {
    const printedOn = async (paper: string) => {
      await at('#/settings/this-computer')
      await page.getByRole('combobox', { name: 'Paper of the slip printer' }).click()
      await page.getByRole('option', { name: paper }).click()
      await at(`#/sales/${saleGuid}`)
      return (await press('Print the slip')).prints.at(-1)?.options
    }
    const wide = heightOf((await desktop.facts()).prints.findLast(({ options }) => options.deviceName === 'roll'))
    const narrow = await printedOn('58 mm wide')
    expect(narrow).toMatchObject({ pageSize: { width: 58_000 } })
    expect(heightOf({ options: narrow })).toBeGreaterThan(wide)
    const own = await printedOn('As the printer is set')
    expect(own).toMatchObject({ usePrinterDefaultPageSize: true })
    expect(own?.pageSize).toBeUndefined()
  })

  test('is a PDF on A4 where the person says', async () => {
    const before = (await desktop.facts()).downloads.length
    await button('Save as PDF').click()
    await expect.poll(async () => (await desktop.facts()).downloads.length).toBe(before + 1)
    const saved = (await desktop.facts()).downloads.at(-1)
    expect(saved).toMatchObject({ dialog: { filters: [{ name: 'PDF', extensions: ['pdf'] }] } })
    expect(readFileSync(String(saved?.savedAt)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('goes to its buyer with WhatsApp: the link has the number, the shop and the validation link', async () => {
    const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
    expect(href).toMatch(/^https:\/\/wa\.me\/60387654321\?text=Your%20e-invoice%20.*http/)
  })

  test('that did not come out is said, with what to do (UI15)', async () => {
    await desktop.ask({ kind: 'next_print', outcome: 'failed' })
    await press('Print the slip')
    await expect.poll(() => page.getByRole('alert').getByText('It was not printed').count()).toBe(1)
  })

  test('that a person gave up is no failure', async () => {
    await desktop.ask({ kind: 'next_print', outcome: 'cancelled' })
    await press('Print on A4')
    await expect.poll(() => page.getByText('It was not printed').count()).toBe(0)
    await desktop.ask({ kind: 'next_print', outcome: 'done' })
  })

  test('leaves no window behind, and none of them had a script or a bridge', async () => {
    const { windows, preferences } = await desktop.facts()
    expect(windows).toHaveLength(1)
    for (const hidden of preferences.slice(1)) {
      expect(hidden).toMatchObject({ javascript: false, sandbox: true, nodeIntegration: false })
      expect(hidden).not.toHaveProperty('preload')
    }
  })
})

describe('this computer', () => {
  test('starts Resit by itself and fills the screen where the owner ticks it', async () => {
    await at('#/settings/this-computer')
    await page.getByLabel('Start Resit with the computer').click()
    await page.getByLabel('Fill the whole screen').click()
    await expect.poll(stateOf).toMatchObject({ startsWithComputer: true, isKiosk: true })
    expect((await desktop.facts()).windows).toEqual([{ isVisible: true, isKiosk: true }])
    await page.getByLabel('Start Resit with the computer').click()
  })

  test('opens the folder with the logs, and looks for an update', async () => {
    await button('Open the folder with the logs').click()
    await expect.poll(async () => (await desktop.facts()).openedPaths).toEqual([join(desktop.home, 'desktop', 'logs')])
    await button('Check for an update').click()
    await page.getByText('There is nothing newer').waitFor()
  })

  test('does not restart a gateway that started a moment ago, and says so', async () => {
    await button('Restart Resit').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restart Resit' }).click()
    await expect.poll(() => page.getByText('Not now: it is starting').count()).toBe(1)
  })

  test('remembers printers and the whole screen when it starts again, and menus speak the language of the screens', async () => {
    await page.keyboard.press('F10')
    await page.getByText('中文', { exact: true }).click()
    await expect.poll(async () => JSON.stringify((await desktop.facts()).menu)).toContain('打开日志文件夹')
    expect(await desktop.quit()).toBe(0)
    const next = await shop.start({ home: desktop.home })
    await tillAt(next)
    // The new window shares nothing with the old one: its address and its storage are new.
    await (await next.page()).locator('html[lang=zh-Hans]').getByText('中文', { exact: true }).waitFor()
    await expect.poll(async () => JSON.stringify((await next.facts()).menu)).toContain('打开日志文件夹')
    expect((await next.facts()).windows).toEqual([expect.objectContaining({ isKiosk: true })])
    const { printer, pagePrinter } = await (await next.page()).evaluate<DesktopState>(
      'window.resit.state({ after: 0 })',
    )
    expect({ printer, pagePrinter }).toEqual({ printer: 'roll', pagePrinter: 'office' })
    expect(await next.quit()).toBe(0)
  })
})
