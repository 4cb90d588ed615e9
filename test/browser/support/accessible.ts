import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/**
 * Whether no animation runs: axe finds half-faded text hard to read. The promise `finished` would not do, because it may
 * stay open if its element is removed.
 */
const standsStill = `document.getAnimations().every(({ effect, playState }) =>
  effect.getComputedTiming().iterations === Infinity || playState !== 'running')`

/** The findings of axe, by rule and place. */
export async function violations(page: Page): Promise<string[]> {
  while (!(await page.evaluate(standsStill))) await page.waitForTimeout(20)
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
