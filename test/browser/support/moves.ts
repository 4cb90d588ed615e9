import type { Page } from 'playwright'

/** Nothing of the screen is still on its way: what is looked at too early is always in order. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').getByRole('heading').first().waitFor()
  await page.locator('main [data-loading]').first().waitFor({ state: 'detached' })
  await page.locator('main[aria-busy=false]').waitFor()
}

/** Goes to a screen by its address. */
export const at =
  (hash: string) =>
  async (page: Page): Promise<void> => {
    await page.evaluate((target) => {
      window.location.hash = target
    }, hash)
    const [path = ''] = hash.slice(1).split('?')
    await page.locator(`main[data-shown^="${path}"]`).waitFor()
    await settled(page)
  }

/** One sale of the list, by its code. */
export async function openSale(page: Page, saleCode: string): Promise<void> {
  await page.getByRole('searchbox').fill(saleCode)
  await onlyOne(page)
  await page.locator('[data-guid]', { hasText: saleCode }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(saleCode) }).waitFor()
}

/** A click must not meet a list that is about to change. */
export const onlyOne = (page: Page): Promise<void> => page.locator('[aria-setsize="1"] [data-guid]').waitFor()

export async function beginNew(page: Page): Promise<void> {
  await page.keyboard.press('F3')
  await page.locator('[data-command=send]').waitFor()
}

/** Where every stop is reached from. */
export async function backToSales(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.evaluate("window.location.hash = '#/sales'")
  await page.locator('[data-guid]').nth(3).waitFor()
}
