import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenPage, openScreens, type Screens, signIn, type Who } from './support/screens.ts'
import { sellSome, stops } from './support/tour.ts'

let screens: Screens

beforeAll(async () => {
  screens = await openScreens()
  await sellSome(screens, 14)
})

afterAll(async () => {
  await screens.close()
})

/** What is half faded in is hard to read for axe, and for nobody else for long. */
const standsStill = `Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
  .map((each) => each.finished))`

/** What axe finds, by rule and place. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(standsStill)
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

const roles: readonly Who[] = ['cashier', 'supervisor', 'owner']

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test('the door is accessible to everybody, and so is the PIN', async () => {
    const { page, context, complaints } = await screens.open({ colorScheme })
    await page.getByRole('button', { name: /Siti/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /Siti/ }).click()
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })

  describe.each(roles)('for the %s', (who) => {
    let open: OpenPage
    beforeAll(async () => {
      open = await screens.open({ colorScheme })
      await signIn(open.page, who)
    })
    afterAll(() => open.context.close())

    test.each(stops.filter((stop) => stop.who === who))(
      '$name is accessible, and breaks no rule of the content security policy',
      async (stop) => {
        const { page, complaints } = open
        const before = complaints.length
        await page.keyboard.press('Escape')
        await page.evaluate("window.location.hash = '#/sales'")
        await page.locator('[data-guid]').nth(3).waitFor()
        await stop.reach(page)
        expect(await violations(page)).toEqual([])
        expect(complaints.slice(before)).toEqual([])
      },
    )
  })

  test('a gateway that is away is said accessibly, and so is that it was found again', async () => {
    const { page, context } = await screens.open({ colorScheme })
    await signIn(page, 'cashier')
    await page.locator('[data-guid]').first().waitFor()
    await page.route('**/operator/v1/**', (route) => route.abort())
    await page.evaluate("window.location.hash = '#/sales?status=Valid'")
    await page.getByRole('alert').waitFor()
    await page.getByText('No news since').waitFor({ timeout: 20_000 })
    expect(await violations(page)).toEqual([])
    await page.unroute('**/operator/v1/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('[data-guid]').first().waitFor()
    await context.close()
  })
})
