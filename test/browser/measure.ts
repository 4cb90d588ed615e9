// npm run measure-screens [records]: how soon the screens are there over a store of many records, and how fast they
// answer then. Ends with 1 where a limit is missed. The gateway works in this same process, beside the browser.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { buildStaleScreens } from '../../build/screens.ts'
import { liveThrough } from '../bench/lives.ts'
import { openScreens, people, signIn } from './support/screens.ts'

const records = Number(process.argv[2] ?? 100_000)
const rounds = 40
const coldStarts = 5
/** The time from the sign-in to the first rows, and of an act at work. */
const limits = { firstList: 500, act: 100 } as const
/** Nothing is sent while it is measured. */
const env = { RESIT_DISPATCH: 'off' }

/** From the action to the drawing of what it brings, by the clock of the page: the way there is not the screen's. */
const timed = (page: Page, action: string, wanted: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const since = performance.now()
    const look = () => {
      if (${wanted}) requestAnimationFrame(() => resolve(performance.now() - since))
      else if (performance.now() - since > 10000) reject(new Error('nothing came'))
      else setTimeout(look, 2)
    }
    ${action}
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
async function firstList(dataDir: string) {
  const screens = await openScreens({ env, dataDir }, { withPeople: false })
  const { page } = await screens.open()
  await page.getByRole('button', { name: new RegExp(people.cashier.name) }).click()
  await page.keyboard.type(people.cashier.pin.slice(0, -1))
  // Of today there may be none: the list is there with its rows, or says that there are none.
  const whole = await timed(
    page,
    `[...document.querySelectorAll('form button')].find(({ textContent }) => textContent === '${people.cashier.pin.at(-1)}').click()`,
    `${row} ?? document.querySelector('main h2')`,
  )
  // Checking a PIN is slow on purpose, against trying them all.
  const pin = await page.evaluate<number>(
    "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/sign_in')).duration",
  )
  await screens.browser.close()
  await screens.gateway.close({ keep: true })
  return { whole, list: whole - pin }
}

async function acts(page: Page) {
  const opened: number[] = []
  const back: number[] = []
  const filtered: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const some = `document.querySelectorAll('main [data-guid]')[${round % 5}]`
    opened.push(await timed(page, `${some}.click()`, "document.querySelector('main dl')"))
    back.push(await timed(page, 'history.back()', row))
    // Nothing was refused, nearly everything is valid.
    filtered.push(await timed(page, choose('Invalid'), "document.querySelector('main h2')"))
    filtered.push(await timed(page, choose('Valid'), row))
    await page.evaluate("location.hash = '#/sales?days=all&tills=all'")
    await page.locator('main input[value=all]:checked').waitFor({ state: 'attached' })
    await page.locator('main [data-guid]').nth(6).waitFor()
  }
  return { opened, back, filtered }
}

/** A search typed letter by letter, and the filters of a list: each finds something, and then everything again. */
const searches = ['R0077777', '0012345', 'days=today', 'outlet=KLCC&terminal=T1'] as const

async function searched(page: Page) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const wanted = searches[round % searches.length] ?? ''
    const search = wanted.includes('=') ? wanted : `text=${encodeURIComponent(wanted)}`
    times.push(await timed(page, `location.hash = '#/sales?${search}'`, row))
    // Of which nothing is kept here, so that no row of it is there before its answer.
    await page.evaluate("location.hash = '#/sales?days=all&tills=all&status=Invalid'")
    await page.locator('main h2').waitFor()
  }
  return times
}

/**
 * Through the list, a screen at a time: how far a row that is in sight moves by more than was scrolled, in pixels, while
 * pages of it come in.
 */
const jumps = (page: Page): Promise<readonly number[]> =>
  page.evaluate<readonly number[]>(`(async () => {
    const frame = document.querySelector('main [role=list]').parentElement
    const nextDrawing = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const moved = []
    for (let step = 0; step < 200; step += 1) {
      const before = new Map([...frame.querySelectorAll('[data-guid]')].map((each) => [each.dataset.guid, each.getBoundingClientRect().top]))
      const from = frame.scrollTop
      frame.scrollTop = from + 400
      const by = frame.scrollTop - from
      await nextDrawing()
      for (const each of frame.querySelectorAll('[data-guid]'))
        if (before.has(each.dataset.guid))
          moved.push(Math.abs(before.get(each.dataset.guid) - each.getBoundingClientRect().top - by))
    }
    return moved
  })()`)

const choose = (status: string) => `location.hash = '#/sales?days=all&tills=all&status=${status}'`

await buildStaleScreens()
const dataDir = mkdtempSync(join(tmpdir(), 'resit-screens-'))
// The company of the practice and its people, as the first start makes them.
const made = await openScreens({ env, dataDir })
await made.browser.close()
await made.gateway.close({ keep: true })
// Nearly all of them valid, as in a shop, and what a day brings still on its way.
await liveThrough(dataDir, { records, days: 60, waiting: Math.min(1_000, records / 10) }, () => undefined)
console.log(`${records} records`)
try {
  const first: Awaited<ReturnType<typeof firstList>>[] = []
  for (let start = 0; start < coldStarts; start += 1) first.push(await firstList(dataDir))
  const screens = await openScreens({ env, dataDir }, { withPeople: false })
  const { page } = await screens.open()
  await signIn(page, 'cashier')
  await page.evaluate("location.hash = '#/sales?days=all&tills=all'")
  await page.locator('main [data-guid]').nth(6).waitFor()
  const { opened, back, filtered } = await acts(page)
  const found = await searched(page)
  await page.evaluate("location.hash = '#/sales?days=all&tills=all'")
  await page.locator('main [data-guid]').nth(6).waitFor()
  const moved = await jumps(page)
  await screens.close()
  judge(
    'first list from a cold gateway, from the PIN being right',
    first.map(({ list }) => list),
    limits.firstList,
  )
  const whole = percentile(
    first.map((each) => each.whole),
    0.5,
  )
  console.log(`with the check of the PIN: median ${whole.toFixed(0)} ms`)
  judge('open a record', opened, limits.act)
  judge('back to the list', back, limits.act)
  judge('filter by status', filtered, limits.act)
  judge('search, and filter by day, place and amount', found, limits.act)
  const worst = Math.max(...moved)
  console.log(
    `a row in sight jumps by ${worst.toFixed(1)} px at most, over ${moved.length} looks while the list is scrolled`,
  )
  if (worst > 1) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
