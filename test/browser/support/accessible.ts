import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** What is half faded in is hard to read for axe, and for nobody else for long. */
const standsStill = `Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
  .map((each) => each.finished))`

/** What axe finds, by rule and place. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(standsStill)
  // In the page itself, which has no frames: the other way opens a second page for every look.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations: found } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

/** The other light, as the system changes it in the evening. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}
