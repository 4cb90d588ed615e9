import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'
import { sharedChromium } from './support/chromium.ts'
import { people, signIn } from './support/screens.ts'

test('an owner who brings a copy back sees that it goes on, signs in again and reads what came of it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'resit-put-back-'))
  const gateway = await spawnGateway(dataDir, brisk)
  const page = await (await sharedChromium()).newPage({ viewport: { width: 1024, height: 768 }, locale: 'en-MY' })
  try {
    // Samples the state all the time, because a small backup is restored quickly.
    const bars = new Set<string>()
    await page.exposeFunction('tellBar', (label: string) => void bars.add(label))
    await page.addInitScript(`new MutationObserver(() => {
      const bar = document.querySelector('progress')
      if (bar) tellBar(bar.getAttribute('aria-label'))
    }).observe(document, { subtree: true, childList: true })`)
    const { name, pin } = people.owner
    await page.goto(`http://127.0.0.1:${gateway.port}`)
    const setupCode = () => /"setup_code","code":"([^"]+)"/.exec(gateway.stderr())?.[1]
    await expect.poll(setupCode).toBeDefined()
    await page.getByText('Your software provider can read it to you.').waitFor()
    // The length that an owner's PIN needs.
    await page.getByText('6 to 12 digits.').waitFor()
    await page.getByRole('textbox', { name: 'Set-up code' }).fill(setupCode() ?? '')
    await page.getByRole('textbox', { name: 'Your name' }).fill(name)
    for (const field of await page.locator('input[type=password]').all()) await field.fill(pin)
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
    await page.evaluate("window.location.hash = '#/settings/backup'")
    // No path is typed: the copies that are there are offered, and a wrong press is asked about.
    const offered = (name: RegExp) => page.getByRole('row', { name }).getByRole('button', { name: 'Restore this copy' })
    const question = page.getByRole('dialog', { name: /^Restore the copy of \d/ })
    const owner = page.getByRole('dialog', { name: 'The owner confirms this' })
    const made = page.waitForResponse((response) => response.url().endsWith('/operator/v1/backup'))
    await page.getByRole('button', { name: 'Back up now' }).click()
    await offered(/^Full backup \d/).waitFor()
    const { file } = (await (await made).json()) as { readonly file: string }
    await offered(/^Continuous copy \d/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    const ask = async () => {
      await offered(/^Full backup \d/).click()
      await question.getByRole('button', { name: 'Restore this copy' }).click()
      await owner.getByText('Only an owner may do this.').waitFor()
      // It does not begin before the PIN.
      expect(await page.getByText('The copy is being restored').count()).toBe(0)
      await owner.getByLabel('Your PIN').fill(pin)
    }
    // If the file is gone, the gateway does not stop.
    renameSync(file, `${file}x`)
    await ask()
    await page.getByText('There is no such file on this computer.').waitFor()
    renameSync(`${file}x`, file)
    await page.evaluate("window.location.hash = '#/settings/first-steps'")
    await page.getByRole('button', { name: 'Try a sale' }).click()
    await page.locator('[data-command=send]:enabled').click()
    await page.getByText('Valid', { exact: true }).first().waitFor()
    await page.evaluate("window.location.hash = '#/settings/backup'")
    await offered(/^Full backup \d/).click()
    await question.getByText('1 sale or document after that time is not in it').waitFor()
    await question.getByRole('button', { name: 'Go back' }).click()
    await ask()
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    expect([...bars].join()).toContain('The copy is being restored')
    await signIn(page, 'owner')
    expect(await page.getByText(`${file} was restored.`).textContent()).toBeTruthy()
    // Nothing is called changed: a person did this, and goes on with it.
    await page.getByText(/^You restored the backup of .*\d. Sales after it are not in Resit./).waitFor()
    expect(await page.getByText('may have been changed').count()).toBe(0)
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await owner.getByText('Go on with what is kept here').waitFor()
    await owner.getByLabel('Your PIN').fill(pin)
    await page.getByRole('link', { name: 'Compare with MyInvois' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compare with MyInvois' }).waitFor()
  } finally {
    await page.close()
    await gateway.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
