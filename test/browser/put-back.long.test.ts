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
    await page.getByRole('textbox', { name: 'Set-up code' }).fill(setupCode() ?? '')
    await page.getByRole('textbox', { name: 'Your name' }).fill(name)
    for (const field of await page.locator('input[type=password]').all()) await field.fill(pin)
    await page.getByRole('button', { name: 'Create owner' }).click()
    await page.getByRole('heading', { level: 1, name: 'First steps' }).waitFor()
    await page.evaluate("window.location.hash = '#/settings/backup'")
    // No path is typed: the copies that are there are offered, and a wrong press is asked about.
    const offered = (name: RegExp) => page.getByRole('row', { name }).getByRole('button', { name: 'Restore this copy' })
    await page.getByRole('button', { name: 'Back up now' }).click()
    const made = page.getByRole('row', { name: /^Full backup as of/ })
    const file = await made.locator('bdi').innerText()
    await offered(/^Continuous copy as of/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
    const bringBack = async () => {
      await offered(/^Full backup as of/).click()
      await page
        .getByRole('dialog', { name: /^Restore the copy of \d/ })
        .getByRole('button', { name: 'Restore this copy' })
        .click()
      const owner = page.getByRole('dialog', { name: 'The owner confirms this' })
      await owner.getByText('Only an owner may do this.').waitFor()
      await owner.getByLabel('Your PIN').fill(pin)
    }
    // If the file is gone, the gateway does not stop.
    renameSync(file, `${file}x`)
    await bringBack()
    await page.getByText('There is no such file on this computer.').waitFor()
    renameSync(`${file}x`, file)
    await bringBack()
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    expect([...bars].join()).toContain('The copy is being restored')
    await signIn(page, 'owner')
    expect(await page.getByText(`${file} was restored.`).textContent()).toBeTruthy()
  } finally {
    await page.close()
    await gateway.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
