import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkPack } from '../../electron/gateway/features/evidence/check-pack.ts'
import { exportHeading } from '../../shared/api/export-table.ts'
import { operate } from '../support/operator.ts'
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
  await page.getByRole('heading', { level: 2, name: 'Backup and export' }).waitFor()
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

  // Whoever comes back later finds what came of the last one.
  await page.evaluate("window.location.hash = '#/settings/about'")
  await page.getByRole('heading', { level: 2, name: 'About' }).waitFor()
  await page.reload()
  await page.evaluate("window.location.hash = '#/settings/backup'")
  await copy.getByText('was not made').waitFor()
  await copy.getByText('Name a new file in a folder that exists').waitFor()
})

test('an owner makes the evidence of a month, sees how far it is, and saves a file that is sound', async () => {
  await operate(screens.gateway, 'POST', '/journal/seal', {})
  // Whoever reads the anchor is held up until we let go: the pack stays in the making for as long as we look.
  const anchor = join(screens.gateway.dataDir, 'journal', 'anchor.json')
  const sealed = readFileSync(anchor, 'utf8')
  renameSync(anchor, `${anchor}.kept`)
  expect(spawnSync('mkfifo', [anchor]).status).toBe(0)

  await atBackup()
  const evidence = part('Evidence pack')
  await evidence.getByLabel('From').fill('2026-02-28')
  await evidence.getByLabel('To', { exact: true }).fill('2026-02-01')
  await evidence.getByRole('button', { name: 'Make the evidence pack' }).click()
  await evidence.getByText('The period ends before it begins', { exact: false }).waitFor()

  await evidence.getByRole('button', { name: 'This month' }).click()
  await evidence.getByRole('combobox').click()
  await page.getByRole('option', { name: /DEMO/ }).click()
  await evidence.getByRole('button', { name: 'Make the evidence pack' }).click()
  await evidence.getByRole('progressbar', { name: /Making the evidence pack/ }).waitFor()
  await evidence.getByText('0% (0 MB of').waitFor()
  expect(await evidence.getByRole('button', { name: 'Make the evidence pack' }).isDisabled()).toBe(true)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await violations(page)).toEqual([])
  }
  // A page that is loaded anew goes on looking.
  await page.reload()
  await evidence.getByRole('progressbar').waitFor()

  await writeFile(anchor, sealed)
  await evidence.getByText('ready at').waitFor()
  renameSync(`${anchor}.kept`, anchor)
  const fingerprint = await evidence.locator('code').textContent()
  const saved = page.waitForEvent('download')
  await evidence.getByRole('button', { name: 'Save the file' }).click()
  const checked = await checkPack(await (await saved).path())
  expect(checked).toMatchObject({ findings: [], fingerprint, manifest: { company: 'DEMO' } })
  expect((await saved).suggestedFilename()).toMatch(/^evidence-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.zip$/)
  expect(await violations(page)).toEqual([])
  expect(open.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
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
