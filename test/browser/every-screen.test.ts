import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openScreens, type Screens, signIn } from './support/screens.ts'
import { sellSome, stops } from './support/tour.ts'

let screens: Screens

beforeAll(async () => {
  screens = await openScreens()
  await sellSome(screens, 14)
})

afterAll(async () => {
  await screens.close()
})

/** What axe finds, by rule and place. */
async function violations(page: ConstructorParameters<typeof AxeBuilder>[0]['page']): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

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

  test.each(stops)('$name is accessible, and breaks no rule of the content security policy', async (stop) => {
    const { page, context, complaints } = await screens.open({ colorScheme })
    await signIn(page, stop.who)
    await page.locator('[data-guid]').first().waitFor()
    await stop.reach(page)
    expect(await violations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
