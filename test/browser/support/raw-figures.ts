import type { Page } from 'playwright'

/** @returns every text and label of the page in which the place of a figure was left open: “{{count}} documents” */
export const rawFigures = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    String.raw`document.body.innerHTML.match(/[^<>]{0,40}\{\{\w*\}\}[^<>]{0,40}/g) ?? []`,
  )
