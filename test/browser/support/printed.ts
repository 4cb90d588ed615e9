import type { Page } from 'playwright'

/** How wide a printed page may become, in millimetres: 72 on a roll, where its own style is heard; else NaN. */
export async function printedWidth(page: Page): Promise<number> {
  const body = page.frameLocator('iframe[title=print]').locator('h1 + *').first()
  await body.waitFor({ state: 'attached' })
  const width = String(await body.evaluate('getComputedStyle(document.body).maxWidth'))
  return Math.round((Number.parseFloat(width) / 96) * 25.4)
}
