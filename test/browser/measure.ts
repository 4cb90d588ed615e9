// npm run measure-screens [records]: how soon the screens are there over a store of many records, and how fast they
// answer then. Ends with 1 where a limit is missed. The gateway works in this same process, beside the browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { buildStaleScreens } from '../../build/screens.ts'
import { fill } from '../bench/fill.ts'
import { openScreens, people, signIn } from './support/screens.ts'

const records = Number(process.argv[2] ?? 100_000)
const rounds = 40
const coldStarts = 5
/** From the word that opens the gateway to the first rows; and for an act of somebody who works. */
const limits = { firstList: 1000, act: 100 } as const
/** Nothing is sent while it is measured. */
const env = { RESIT_DISPATCH: 'off' }

/** From the deed to the drawing of what it brings, by the clock of the page: the way there is not the screen's. */
const timed = (page: Page, deed: string, wanted: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const since = performance.now()
    const look = () => {
      if (${wanted}) requestAnimationFrame(() => resolve(performance.now() - since))
      else if (performance.now() - since > 10000) reject(new Error('nothing came'))
      else setTimeout(look, 2)
    }
    ${deed}
    look()
  })`)

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

function judge(what: string, times: readonly number[], limit: number): void {
  const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  const verdict = p95 < limit ? 'kept' : 'MISSED'
  console.log(`${what}: median ${median.toFixed(0)} ms, 95th ${p95.toFixed(0)} ms; under ${limit} ms: ${verdict}`)
  if (p95 >= limit) process.exitCode = 1
}

const row = "document.querySelector('main [data-guid]')"

/** A gateway that just began, a browser that knows nothing, and the PIN is entered. */
async function firstList(dataDir: string): Promise<number> {
  const screens = await openScreens({ env, dataDir }, { withPeople: false })
  const { page } = await screens.open()
  await page.getByRole('button', { name: new RegExp(people.cashier.name) }).click()
  await page.keyboard.type(people.cashier.pin)
  const took = await timed(page, "document.querySelector('form').requestSubmit()", row)
  await screens.browser.close()
  await screens.gateway.close({ keep: true })
  return took
}

async function acts(page: Page) {
  const opened: number[] = []
  const back: number[] = []
  const filtered: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const some = `document.querySelectorAll('main [data-guid]')[${round % 5}]`
    opened.push(await timed(page, `${some}.click()`, "document.querySelector('main dl')"))
    back.push(await timed(page, 'history.back()', row))
    // Everything waits: the one filter finds nothing of it, the other one all.
    filtered.push(await timed(page, choose('Valid'), "document.querySelector('main h2')"))
    filtered.push(await timed(page, choose('Pending'), row))
    await page.evaluate("location.hash = '#/sales'")
    await page.locator('main input[value=all]:checked').waitFor({ state: 'attached' })
    await page.locator('main [data-guid]').nth(6).waitFor()
  }
  return { opened, back, filtered }
}

const choose = (status: string) => `location.hash = '#/sales?status=${status}'`

await buildStaleScreens()
const dataDir = mkdtempSync(join(tmpdir(), 'resit-screens-'))
// The company of the practice and its people, as the first start makes them.
const made = await openScreens({ env, dataDir })
await made.browser.close()
await made.gateway.close({ keep: true })
await fill(dataDir, records, 'screens')
console.log(`${records} records`)
try {
  const first: number[] = []
  for (let start = 0; start < coldStarts; start += 1) first.push(await firstList(dataDir))
  const screens = await openScreens({ env, dataDir }, { withPeople: false })
  const { page } = await screens.open()
  await signIn(page, 'cashier')
  await page.locator('main [data-guid]').nth(6).waitFor()
  const { opened, back, filtered } = await acts(page)
  await screens.close()
  judge('first list from a cold gateway, from the PIN', first, limits.firstList)
  judge('open a record', opened, limits.act)
  judge('back to the list', back, limits.act)
  judge('filter by status', filtered, limits.act)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
