import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buyerWords } from '../../shared/words/buyer.ts'
import { languages } from '../../shared/words/words.ts'
import { apiOf } from '../support/api.ts'
import { behindProxy, linkOf, startWithBuyers, typedBuyer } from '../support/buyer.ts'
import type { TestGateway } from '../support/gateway.ts'
import { hangMs } from '../support/hang-limit.ts'
import { invoice } from '../support/till.ts'
import { violations } from './support/accessible.ts'
import { sharedChromium } from './support/chromium.ts'
import { clippedTexts } from './support/clipped.ts'
import { tooSmallTargets } from './support/touch-targets.ts'

let shop: TestGateway
let browser: Browser
beforeAll(async () => {
  shop = await startWithBuyers()
  browser = await sharedChromium()
})
afterAll(async () => {
  await shop.close()
})

test.each(languages)('on a phone a buyer asks for the e-invoice in %s, with nothing in the way', async (language) => {
  const api = apiOf(shop, await shop.token())
  const receipt = invoice(`P-${language}`, { BUYER: null, CONSOLIDATE: true })
  const { headers, body } = await api.submit('sale', 'invoice', receipt)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: language, hasTouch: true })
  const page = await context.newPage()
  page.setDefaultTimeout(hangMs)
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('requestfailed', (request) => complaints.push(request.url()))
  const says = buyerWords[language]
  const looksRight = async () => {
    expect(await violations(page)).toEqual([])
    expect(await clippedTexts(page)).toEqual([])
    expect(await tooSmallTargets(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  }

  await page.goto(behindProxy(linkOf(headers) ?? '', shop))
  await looksRight()
  await page.getByLabel(says.code).fill(`P-${language}`)
  await page.getByLabel(says.total).fill('RM7.42')
  await page.getByRole('button', { name: says.go_on }).click()
  await page.getByRole('heading', { name: says.details }).waitFor()
  await looksRight()
  for (const [name, value] of Object.entries({ ...typedBuyer, id_number: '209901234567' })) {
    const field = page.locator(`[name=${name}]`)
    await (['id_type', 'state'].includes(name) ? field.selectOption(value) : field.fill(value))
  }
  await page.getByRole('button', { name: says.ask }).click()
  await page.getByText(says.wrong_taxpayer).waitFor()
  await looksRight()
  await page.getByLabel(says.id_number, { exact: true }).fill(typedBuyer.id_number)
  await page.getByRole('button', { name: says.ask }).click()
  await page.getByText(says.done).waitFor()
  await looksRight()
  expect((await api.until(body, 'Valid', 'Invalid')).STATUS).toBe('Valid')
  expect(await context.cookies()).toEqual([])
  // A refused form is answered with 422, which the browser reports.
  expect(complaints.filter((each) => !each.includes('422'))).toEqual([])
  await context.close()
})
