import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askAt } from '../support/ask-at.ts'
import { makeCertificateAuthority } from '../support/certificates.ts'
import { brisk } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { spawnHeadOffice } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import { sharedChromium } from './support/chromium.ts'
import { people, signIn } from './support/screens.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`the head office is left out: ${why}`)

describe.skipIf(why !== null)('the screens of a head office', () => {
  const here = postgresServer()

  test('work from another computer, over TLS, where that is wanted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'resit-screens-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return join(folder, name)
    }
    const { cert, key } = makeCertificateAuthority('An authority of a chain').issue()
    const dataDir = join(folder, 'office')
    const office = await spawnHeadOffice(dataDir, {
      ...brisk,
      RESIT_LOG_LEVEL: 'error',
      RESIT_POSTGRES_URL: await here.server.database(),
      RESIT_LISTEN: '127.0.0.1:0',
      RESIT_TLS_CERTIFICATE: file('cert.pem', cert),
      RESIT_TLS_KEY: file('key.pem', key),
      RESIT_TLS_HOSTS: 'localhost',
      RESIT_TLS_SCREENS: 'on',
    })
    onTestFinished(async () => void (await office.stop('SIGKILL')))
    const ask = askAt(dataDir, office.port)
    expect((await ask('/operator/v1/people', { body: people.owner }))?.status).toBe(200)
    const browser = await sharedChromium()
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-MY' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    page.setDefaultTimeout(hangMs)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(new URL(String(office.ready['network_url'])).origin)
    await signIn(page, 'owner')
    await page.reload()
    await page.getByRole('navigation').first().waitFor()
    // Changes arrive over TLS by the held request.
    expect((await ask('/v1/sale/invoice_submission', { body: invoice('tls-1') }))?.status).toBe(202)
    await page.getByText('tls-1').first().waitFor()
    expect(complaints).toEqual([])
    // The screens of the server itself name the address that other computers reach.
    const made = await ask('/operator/v1/tokens', { body: { name: 'Till 1', scopes: ['submit'] } })
    expect(made?.body).toMatchObject({ network_url: office.ready['network_url'] })
  })
})
