import { readFile } from 'node:fs/promises'
import { extractText } from 'unpdf'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { customer, invoice } from '../support/till.ts'
import { confirm, openScreens, type Screens, signIn } from './support/screens.ts'

let screens: Screens
let post: MailServer
beforeEach(async () => {
  screens = await openScreens()
  post = await startMailServer()
})
afterEach(async () => {
  await screens.close()
  await post.close()
})

const address = 'akaun@pelanggan.example'

test('an owner sets up the mail server and tests it, and an e-invoice goes to its buyer, again to another address, and as a file', async () => {
  const { page, context, complaints } = await screens.open()
  await signIn(page, 'owner')
  await page.evaluate("window.location.hash = '#/settings/mail'")
  await page.getByText('Only an address on 127.0.0.1 is taken.').waitFor()
  const fill = (name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text)
  const from = page.getByRole('textbox', { name: /^From address/ })
  await fill('Server address', '127.0.0.1')
  // What a server needs is marked, and what is refused comes into sight with the cursor in it.
  expect(await page.locator('label').filter({ hasText: 'From address' }).innerText()).toContain('*')
  await page.getByRole('button', { name: 'Save' }).click()
  await confirm(page)
  const focused = '[document.activeElement.dataset.path, document.activeElement.ariaInvalid]'
  await expect.poll(() => page.evaluate(focused)).toEqual(['sender', 'true'])
  expect(((await from.boundingBox())?.y ?? 0) > 0).toBe(true)
  await fill('Port', String(post.port))
  await fill('From address', 'resit@kedai.example')
  await fill('Address for alerts', 'pemilik@kedai.example')
  await fill('Quiet hours', '22-7')
  await page.getByRole('switch').click()
  await page.getByRole('button', { name: 'Save' }).click()
  // The PIN was right, so it opened the settings, although the address was refused.
  await page.getByText('Write two times of day, like 22:00-07:00.').first().waitFor()
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1)
  await fill('Quiet hours', '22:00-07:00')
  await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(0)
  await page.getByRole('link', { name: 'About' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await fill('E-mail address', 'aminah@kedai.example')
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByText('The server took the message.').waitFor()
  expect(post.arrived.map(({ to }) => to)).toEqual(['aminah@kedai.example'])

  // A server that does not answer is said in words, not with a code of the mail library.
  await fill('Port', '9')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByText('Not sent: there is no connection to the mail server.').waitFor()
  await fill('Port', String(post.port))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()

  const { gateway } = screens
  const api = apiOf(gateway, await gateway.token())
  const sale = invoice('9001', { BUYER: { ...customer, NAME: 'Kedai Buku 学而书局 Sdn. Bhd.', EMAIL: address } })
  const record = await api.until((await api.submit('sale', 'invoice', sale)).body, 'Valid')
  await page.evaluate(`window.location.hash = '#/sales/${record.SALE_GUID}'`)
  await page.getByText(`${address} · sent`).waitFor()
  await page.getByRole('button', { name: 'Send by e-mail' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox').inputValue()).toBe(address)
  await dialog.getByRole('textbox').fill('bos@pelanggan.example')
  await dialog.getByRole('button', { name: 'Send by e-mail' }).click()
  await page.getByText('bos@pelanggan.example · sent').waitFor()
  const link = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(link).toMatch(/^https:\/\/wa\.me\/60\d+\?text=/)
  expect(decodeURIComponent(link ?? '')).toContain(record.AUTHORITY?.VALIDATION_URL ?? 'no link')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  const { text } = await extractText(Uint8Array.from(await readFile(await file.path())), { mergePages: true })
  expect(text).toContain('学而书局')
  // After the quiet hours were refused the PIN was asked for again.
  expect(complaints.filter((complaint) => !complaint.includes('403'))).toEqual([])
  await context.close()
})
