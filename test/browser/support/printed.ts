import type { Page } from 'playwright'

/** The width of the printed page in millimetres: 72 on a roll, if its style is used; otherwise NaN. */
export async function printedWidth(page: Page): Promise<number> {
  const body = page.frameLocator('iframe[title=print]').locator('h1 + *').first()
  await body.waitFor({ state: 'attached' })
  const width = String(await body.evaluate('getComputedStyle(document.body).maxWidth'))
  return Math.round((Number.parseFloat(width) / 96) * 25.4)
}
