import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyFile } from '../../electron/headless/cli/verify-file.ts'
import { exportHeading } from '../../shared/api/export-table.ts'
import { violations } from './support/accessible.ts'
import { sellSome } from './support/morning.ts'
import { type OpenPage, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
let open: OpenPage
let page: Page

beforeAll(async () => {
  screens = await openScreens()
  await sellSome(screens, 6)
})
afterAll(() => screens.close())
afterEach(() => open.context.close())

async function atBackup(): Promise<void> {
  open = await screens.open({ acceptDownloads: true })
  page = open.page
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/backup'")
  await page.getByRole('heading', { level: 1, name: 'Backup and export' }).waitFor()
}
const part = (name: string) => page.getByRole('region', { name })

test('an owner copies everything, is told where and when it was ready, and what to do where it cannot be', async () => {
  await atBackup()
  const copy = part('Copy everything now')
  const field = copy.getByRole('textbox', { name: 'New file on this computer' })
  const file = join(screens.gateway.dataDir, 'stick.db')
  await field.fill(file)
  await copy.getByRole('button', { name: 'Copy everything now' }).click()
  const told = copy.getByRole('status')
  await told.getByText(`Copied to ${file}`).waitFor()
  expect(await told.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(existsSync(file)).toBe(true)

  // A copy never takes the place of a file, and a folder that is not there is said with what to do.
  await copy.getByRole('button', { name: 'Copy everything now' }).click()
  await copy.getByText('This file exists already').waitFor()
  await field.fill(join(screens.gateway.dataDir, 'nowhere', 'stick.db'))
  await copy.getByRole('button', { name: 'Copy everything now' }).click()
  await copy.getByText('Name a new file in a folder that exists').waitFor()
})

test('an owner saves everything of some days in a file that proves itself', async () => {
  await atBackup()
  const list = part('Export')
  await list.getByRole('combobox', { name: 'As' }).click()
  await page.getByRole('option', { name: 'Documents with proof' }).click()
  await list.getByText('Keep it as safely as the documents', { exact: false }).waitFor()
  expect(await violations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Save the file' }).click()
  expect(await verifyFile(await (await saved).path())).toMatchObject({ sound: true })
  expect((await saved).suggestedFilename()).toMatch(/^resit-.*\.ndjson$/)
})

test('an accountant gets the same columns from the screens as from the command line, of the shop’s days', async () => {
  await atBackup()
  const list = part('Export')
  const saved = page.waitForEvent('download')
  await list.getByRole('button', { name: 'Save the file' }).click()
  const [heading, ...rows] = readFileSync(await (await saved).path(), 'utf8')
    .replace('\u{feff}', '')
    .trim()
    .split('\r\n')
  expect(heading?.split(',')).toEqual(exportHeading)
  expect(rows.length).toBeGreaterThan(5)
  const authority = exportHeading.indexOf('AUTHORITY_UUID')
  expect(rows.filter((row) => /^[0-9A-Z]{26}$/.test(row.split(',')[authority] ?? ''))).not.toEqual([])
})
