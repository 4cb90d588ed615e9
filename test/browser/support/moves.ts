import type { Page } from 'playwright'

/** Waits until nothing on the screen moves or loads. A check that comes too early always passes. */
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

/** Opens a sale of the list by its code. */
export async function openSale(page: Page, saleCode: string): Promise<void> {
  await page.getByRole('searchbox').fill(saleCode)
  await onlyOne(page)
  await page.locator('[data-guid]', { hasText: saleCode }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(saleCode) }).waitFor()
}

/** Waits until the list has only one row, so that a click does not meet a changing list. */
export const onlyOne = (page: Page): Promise<void> => page.locator('[aria-setsize="1"] [data-guid]').waitFor()

export async function beginNew(page: Page): Promise<void> {
  await page.keyboard.press('F3')
  await page.locator('[data-command=send]').waitFor()
}

/** Goes to the sales, from where each stop begins. */
export async function backToSales(page: Page): Promise<void> {
  // On the screen of a document Escape goes back, which would come after the change of the address.
  if ((await page.getByRole('dialog').or(page.getByRole('menu')).count()) > 0) await page.keyboard.press('Escape')
  await page.evaluate("window.location.hash = '#/sales'")
  await page.locator('[data-guid]').nth(3).waitFor()
}
