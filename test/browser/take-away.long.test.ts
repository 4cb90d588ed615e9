import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { verifyFile } from '../../electron/headless/cli/verify-file.ts'
import { exportHeading } from '../../shared/api/export-table.ts'
import { addDays, dayOf } from '../../shared/domain/calendar.ts'
import { violations } from './support/accessible.ts'
import { sellSome } from './support/morning.ts'
import { confirm, type OpenPage, openScreens, type Screens, signIn } from './support/screens.ts'

let stateFolder: string
let screens: Screens
let open: OpenPage
let page: Page

beforeAll(async () => {
  stateFolder = mkdtempSync(join(tmpdir(), 'resit-state-'))
  screens = await openScreens({ ports: { stateFolder } })
  await sellSome(screens, 6)
})
afterAll(async () => {
  await screens.close()
  rmSync(stateFolder, { recursive: true })
})
afterEach(() => open.context.close())

async function atBackup(): Promise<void> {
  open = await screens.open({ acceptDownloads: true })
  page = open.page
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/backup'")
  await page.getByRole('heading', { level: 1, name: 'Backup and export' }).waitFor()
}
const today = () => dayOf(Date.now(), 'Asia/Kuala_Lumpur')
const part = (name: string) => page.getByRole('region', { name })

test('an owner chooses where the copies go, backs up, tries the backup, and is told what to do where it cannot be', async () => {
  await atBackup()
  // So that an owner who asks “is it safe?” reads it, also before this page is opened.
  for (const place of ['today', 'health', 'settings/backup']) {
    await page.evaluate(`window.location.hash = '#/${place}'`)
    await page.getByText('Not safe yet: your sales and their copies are on one disk.').waitFor()
  }
  // Not everything works as long as that is said.
  await page.evaluate("window.location.hash = '#/settings/first-steps'")
  const check = page.getByRole('listitem').filter({ hasText: 'Check that everything works' })
  await check.getByRole('button', { name: 'Skip' }).waitFor()
  await page.evaluate("window.location.hash = '#/settings/backup'")
  const copies = part('Copies and backup')
  await copies.getByRole('row', { name: 'Last tested not yet' }).waitFor()
  const folder = copies.getByRole('textbox', { name: 'Folder for copies and backups' })
  await folder.fill(join(screens.gateway.dataDir, 'nowhere', 'stick'))
  await copies.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  await copies.getByText('Nothing could be written there.').waitFor()

  const stick = join(screens.gateway.dataDir, 'stick')
  await folder.fill(stick)
  await copies.getByLabel('Full backup every day at').fill('22:30')
  await copies.getByRole('button', { name: 'Save' }).click()
  // The PIN of the first try opened the settings. A name that may be mistyped is asked about.
  await copies.getByText('There is no such folder yet.').waitFor()
  expect(existsSync(stick)).toBe(false)
  await copies.getByRole('button', { name: 'Save' }).click()
  // This folder is on the disk of the data, too.
  await copies.getByRole('alert').getByText('Saved. Not safe yet:').waitFor()
  expect(await copies.getByText('The copies now go there.').count()).toBe(0)
  await copies.getByRole('row', { name: `Kept in ${stick}` }).waitFor()
  await copies.getByRole('button', { name: 'Back up now' }).click()
  await copies.getByText('The full backup is ready.').waitFor()
  await copies.getByRole('button', { name: 'Test the backup' }).click()
  await copies
    .getByRole('row', { name: /^Last tested .*It is in order: \d+ documents, the last change at \d/ })
    .waitFor()
  expect(await copies.getByRole('row', { name: 'Last full backup' }).locator('time').count()).toBe(1)
  mkdirSync(join(screens.gateway.dataDir, 'second'))
  await folder.fill(join(screens.gateway.dataDir, 'second'))
  await copies.getByRole('button', { name: 'Save' }).click()
  await copies.getByRole('row', { name: 'Last tested not yet' }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('after the PIN an owner sees, without scrolling, whether the new folder is good', async () => {
  await atBackup()
  const copies = part('Copies and backup')
  mkdirSync(join(screens.gateway.dataDir, 'third'))
  await copies
    .getByRole('textbox', { name: 'Folder for copies and backups' })
    .fill(join(screens.gateway.dataDir, 'third'))
  await copies.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  const answer = copies.getByRole('alert').getByText('Saved. Not safe yet:')
  await answer.waitFor()
  const isInSight = async () => {
    const box = await answer.boundingBox()
    return box !== null && box.y >= 0 && box.y + box.height <= (page.viewportSize()?.height ?? 0)
  }
  // The focus is back at the button, and has not gone to the top of the page.
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Save')
  await expect.poll(isInSight).toBe(true)
})

test('an owner saves everything of some days in a file that proves itself', async () => {
  await atBackup()
  const list = part('Export')
  await list.getByRole('combobox', { name: 'Format' }).click()
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
  await list.getByRole('button', { name: 'Last month' }).click()
  const from = await list.getByLabel('From').inputValue()
  const to = await list.getByLabel('To', { exact: true }).inputValue()
  expect([from.slice(8), from.slice(0, 7)]).toEqual(['01', to.slice(0, 7)])
  expect(addDays(to, 1)).toBe(`${today().slice(0, 7)}-01`)
  await list.getByLabel('To', { exact: true }).fill(today())
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
