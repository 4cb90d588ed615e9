import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiOf } from '../support/api.ts'
import { begunToGoLive } from '../support/installations.ts'
import { invoice } from '../support/till.ts'
import { turn, violations } from './support/accessible.ts'
import { clippedTexts } from './support/clipped.ts'
import { sellInDoubt } from './support/in-doubt.ts'
import { sellSome } from './support/morning.ts'
import { backToSales } from './support/moves.ts'
import { rawFigures } from './support/raw-figures.ts'
import { reflowFaults } from './support/reflow.ts'
import { type OpenPage, openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { tooSmallTargets } from './support/touch-targets.ts'
import { stops } from './support/tour.ts'

const stateFolder = mkdtempSync(join(tmpdir(), 'resit-state-'))
let screens: Screens

beforeAll(async () => {
  screens = await openScreens({
    installations: begunToGoLive,
    ports: { stateFolder },
    env: { RESIT_LOOKUP_INTERVAL_MS: '600000', RESIT_QUARANTINE_MS: '600000' },
  })
  await sellSome(screens, 14)
  const api = apiOf(screens.gateway, await screens.gateway.token())
  await sellInDoubt(screens.gateway.gateway, async () => (await api.submit('sale', 'invoice', invoice('0700'))).body)
})

afterAll(async () => {
  await screens.close()
  rmSync(stateFolder, { recursive: true })
})

const roles: readonly Who[] = ['cashier', 'supervisor', 'owner']
const stopsOf = (who: Who) => stops.filter((stop) => stop.who === who)

/** Checks a screen in light and dark: accessibility, size of touch targets, and room for every text, also with zoom. */
async function isFit(page: Page): Promise<void> {
  for (const light of ['dark', 'light'] as const) {
    await turn(page, light)
    expect(await violations(page)).toEqual([])
  }
  expect(await tooSmallTargets(page)).toEqual([])
  expect(await clippedTexts(page)).toEqual([])
  expect(await rawFigures(page)).toEqual([])
  expect(await reflowFaults(page)).toEqual([])
}

test('the door is accessible to everybody, and so is the PIN', async () => {
  const { page, context, complaints } = await screens.open()
  await page.getByRole('button', { name: /Siti/ }).waitFor()
  await isFit(page)
  await page.getByRole('button', { name: /Siti/ }).click()
  await isFit(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('a text that only the dark hides is seen', async () => {
  const { page, context } = await screens.open()
  await page.getByRole('button', { name: /Siti/ }).waitFor()
  await page.evaluate("document.querySelector('h1').style.color = '#222'")
  expect(await violations(page)).toEqual([])
  await turn(page, 'dark')
  expect(await violations(page)).toEqual([expect.stringMatching(/^color-contrast at h1/)])
  await context.close()
})

describe.each(roles)('for the %s', (who) => {
  let open: OpenPage
  beforeAll(async () => {
    open = await screens.open()
    await signIn(open.page, who)
  })
  afterAll(() => open.context.close())

  test.each(stopsOf(who))(
    '$name is accessible, fits fingers, has room at 320 pixels and 200% zoom, and breaks no rule of the content security policy',
    async (stop) => {
      const { page, complaints } = open
      const before = complaints.length
      await backToSales(page)
      await stop.reach(page)
      await isFit(page)
      expect(complaints.slice(before)).toEqual([])
    },
  )
})

// Each table of words has a name of its own, so the order in which tables load must not matter.
test.each(roles)('no sentence lacks a figure if a %s opens the screens in the opposite order', async (who) => {
  const { page, context } = await screens.open()
  await signIn(page, who)
  for (const stop of stopsOf(who).toReversed()) {
    await backToSales(page)
    expect(['sales before', stop.name, await rawFigures(page)]).toEqual(['sales before', stop.name, []])
    await stop.reach(page)
    expect([stop.name, await rawFigures(page)]).toEqual([stop.name, []])
  }
  await context.close()
})

test('a locked screen is accessible', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'supervisor')
  await page.keyboard.press('F10')
  await page.getByText('The screen is locked.').waitFor()
  await isFit(page)
  await expect.poll(() => page.locator('[data-guid]').count()).toBe(0)
  await context.close()
})

test('a gateway that is away is said accessibly, and so is that it was found again', async () => {
  const { page, context } = await screens.open()
  await signIn(page, 'cashier')
  await page.locator('[data-guid]').first().waitFor()
  await page.route('**/operator/v1/**', (route) => route.abort())
  await page.evaluate("window.location.hash = '#/sales?status=Valid'")
  await page.locator('main').getByRole('alert').waitFor()
  await page.getByText('No news since').waitFor()
  await isFit(page)
  await page.unroute('**/operator/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-guid]').first().waitFor()
  expect(await violations(page)).toEqual([])
  await context.close()
})
