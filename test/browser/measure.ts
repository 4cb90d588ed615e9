// How soon the screens are there over a store of many records, and how fast they answer then.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Locator, Page } from 'playwright'
import { fill } from '../bench/fill.ts'
import { startGateway } from '../support/gateway.ts'
import { openScreens, signIn } from './support/screens.ts'

const records = Number(process.argv[2] ?? 100_000)
const rounds = 40
/** Nothing is sent while it is measured. */
const env = { RESIT_DISPATCH: 'off' }

/** From the deed to what it brings, by the clock of the page: the way there and back is not the screen's. */
async function timed(page: Page, deed: string, wanted: string): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const since = performance.now()
    const look = () => {
      if (${wanted}) requestAnimationFrame(() => resolve(performance.now() - since))
      else if (performance.now() - since > 10000) reject(new Error('nothing came'))
      else setTimeout(look, 2)
    }
    ${deed}
    look()
  })`)
}

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const told = (what: string, times: readonly number[]) =>
  console.log(`${what}: median ${percentile(times, 0.5).toFixed(0)} ms, 95th ${percentile(times, 0.95).toFixed(0)} ms`)

const dataDir = mkdtempSync(join(tmpdir(), 'resit-screens-'))
// The company of the practice, as the first start makes it.
await (await startGateway({ env, dataDir })).close({ keep: true })
await fill(dataDir, records, 'screens')
const begunAt = performance.now()
const screens = await openScreens({ env, dataDir })
console.log(`${records} records; the gateway was up after ${(performance.now() - begunAt).toFixed(0)} ms`)
try {
  const { page } = await screens.open()
  const { click, first } = await firstList(page)
  console.log(`first list from a cold gateway: ${(performance.now() - click).toFixed(0)} ms after the PIN`)
  await first.waitFor()

  const opened: number[] = []
  const back: number[] = []
  const filtered: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const row = `document.querySelectorAll('[data-guid]')[${round % 5}]`
    opened.push(await timed(page, `${row}.click()`, `document.querySelector('main dl')`))
    back.push(await timed(page, `history.back()`, `document.querySelector('main [data-guid]')`))
    const status = round % 2 === 0 ? 'Pending' : 'Valid'
    const shown = round % 2 === 0 ? `document.querySelector('main [data-guid]')` : `document.querySelector('main h2')`
    filtered.push(await timed(page, `location.hash = '#/sales?status=${status}'`, shown))
    await page.evaluate(`location.hash = '#/sales'`)
    await page.locator('main [data-guid]').nth(6).waitFor()
  }
  told('open a record', opened)
  told('back to the list', back)
  told('filter by status', filtered)
} finally {
  await screens.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function firstList(page: Page): Promise<{ readonly click: number; readonly first: Locator }> {
  await page.getByRole('button', { name: /Siti/ }).waitFor()
  const click = performance.now()
  await signIn(page, 'cashier')
  const first = page.locator('[data-guid]').first()
  await first.waitFor()
  return { click, first }
}
