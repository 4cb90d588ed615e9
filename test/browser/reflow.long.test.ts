import { expect, test } from 'vitest'
import { atScreens } from './support/at-screens.ts'
import { at, beginNew } from './support/moves.ts'
import { reflowFaults } from './support/reflow.ts'

const here = atScreens({ isPageOpen: false })

/** Every screen is measured in every-screen.long.test.ts; here are a list, a table, a form and figures. */
test('at 320 pixels and at 200% zoom lists keep their height, and nothing is wider than the page', async () => {
  await here.api.until(await here.sell('Z-1', { BUYER: undefined, CONSOLIDATE: true }), 'Pending')
  const page = await here.atWork('supervisor')
  await page.locator('[data-guid]').first().waitFor()
  expect(await reflowFaults(page)).toEqual([])
  await at('#/todo?show=everything')(page)
  await page.locator('[role=row][data-guid]').first().waitFor()
  expect(await reflowFaults(page)).toEqual([])
  await at('#/reports')(page)
  expect(await reflowFaults(page)).toEqual([])
  await beginNew(page)
  expect(await reflowFaults(page)).toEqual([])
})
