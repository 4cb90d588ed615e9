import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** Waits for animations: axe finds half-faded text hard to read. */
const standsStill = `Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
  .map((each) => each.finished))`

/** The findings of axe, by rule and place. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(standsStill)
  // Legacy mode runs in the page itself, which has no frames. The other mode opens a second page each time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations: found } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

/** Changes between light and dark, as the system does in the evening. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}
