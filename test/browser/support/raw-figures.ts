import type { Page } from 'playwright'

/** @returns texts and labels in which a value was not filled in: “{{count}} documents” */
export const rawFigures = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    String.raw`document.body.innerHTML.match(/[^<>]{0,40}\{\{\w*\}\}[^<>]{0,40}/g) ?? []`,
  )
