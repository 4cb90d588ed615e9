import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, apiOf } from '../support/api.ts'
import { coffee, customer, invoice } from '../support/till.ts'
import { type OpenPage, openScreens, people, type Screens, signIn } from './support/screens.ts'

/** Texts that could become more than text if a screen does not escape them. */
const corpus = [
  `<script>window.taken = 1</script>`,
  `<img src=x onerror="window.taken = 1">`,
  `"><svg onload=window.taken=1>`,
  `javascript:window.taken=1`,
  `{{constructor.constructor('window.taken=1')()}}`,
  `$t(title) {{count}}`,
  `</title><iframe srcdoc="<script>parent.taken=1</script>">`,
  `&lt;b&gt; &amp; &#x27;`,
  `' onmouseover='window.taken=1`,
]

let screens: Screens
let api: Api
let open: OpenPage

beforeAll(async () => {
  screens = await openScreens()
  api = apiOf(screens.gateway, await screens.gateway.token())
  for (const [at, text] of corpus.entries()) await api.submit('sale', 'invoice', hostile(at, text))
  open = await screens.open()
})
afterAll(() => screens.close())

const hostile = (at: number, text: string) =>
  invoice(`${at} ${text}`, {
    OUTLET_NAME: text,
    TERMINAL_NAME: text,
    SHIFT_CODE: text,
    DOCUMENT_NUMBER: `${at} ${text}`.slice(0, 50).trim(),
    BUYER: {
      ...customer,
      NAME: text,
      ADDRESS: { LINES: [text], CITY: text.slice(0, 40), STATE_CODE: '10', COUNTRY_CODE: 'MYS' },
    },
    LINES: [{ ...coffee, DESCRIPTION: text }],
  })

test('every field of a document is shown as the text it is, and nothing else comes of it', async () => {
  const { page, complaints } = open
  await signIn(page, 'supervisor')
  const rows = page.locator('[data-guid]')
  await expect.poll(() => rows.count()).toBe(corpus.length)
  const guids = await page.evaluate<string[]>(
    "[...document.querySelectorAll('[data-guid]')].map((row) => row.dataset.guid)",
  )
  const seen = new Set<string>()
  for (const guid of guids) {
    await page.evaluate(`window.location.hash = '#/sales/${guid}'`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('table').first().waitFor()
    const shown = await page.locator('main').innerText()
    for (const text of corpus) if (shown.includes(text)) seen.add(text)
  }
  expect([...seen].toSorted()).toEqual(corpus.toSorted())
  for (const hash of [
    '#/todo?show=everything',
    '#/health',
    '#/sales?text=%3Cimg%20src%3Dx%20onerror%3D1%3E',
    '#/new',
  ]) {
    await page.evaluate(`window.location.hash = ${JSON.stringify(hash)}`)
    await page.locator('main h1, main h2, main form').first().waitFor()
  }
  expect(await page.evaluate('window.taken ?? null')).toBe(null)
  await expect.poll(() => page.locator('main script, main iframe, main img[src="x"], main svg[onload]').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('the name of a person is text as well', async () => {
  const response = await fetch(`${screens.origin}/operator/v1/people`, {
    method: 'POST',
    headers: { authorization: `Bearer ${screens.gateway.gateway.controlToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: corpus[1], role: 'cashier', pin: people.cashier.pin }),
  })
  expect(response.status).toBe(200)
  const { page, context, complaints } = await screens.open()
  await page.getByText(corpus[1] ?? '').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
