import type { Page } from 'playwright'

/** Somebody who has no mouse. */
export interface Keys {
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Goes on with Tab until what has this name is reached. @throws Error where no Tab leads to it */
  tabTo(name: string | RegExp): Promise<void>
  /** Answers the question on the screen, as soon as it can have been read. */
  answer(): Promise<void>
}

/** Evaluated in the page: by what names the focused element is known. */
const namesOfFocused = `(() => {
  const { activeElement: focused } = document
  return [focused.ariaLabel, focused.textContent, ...[...(focused.labels ?? [])].map(({ textContent }) => textContent)]
})()`

const mostTabs = 120

export const keysOf = (page: Page): Keys => {
  const press = (...keys: readonly string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  return {
    press,
    type: (text) => page.keyboard.type(text),
    async tabTo(name) {
      const isMeant = (text: string) => (typeof name === 'string' ? text.startsWith(name) : name.test(text))
      for (let tabs = 0; tabs < mostTabs; tabs += 1) {
        await press('Tab')
        const names = await page.evaluate<readonly (string | null)[]>(namesOfFocused)
        if (names.some((text) => text !== null && isMeant(text))) return
      }
      throw new Error(`no Tab leads to ${name}`)
    },
    async answer() {
      // A question is deaf to Enter for a moment, so that nobody answers what nobody has read.
      for (const dialog = page.getByRole('dialog'); (await dialog.count()) > 0; ) {
        await press('Enter')
        await page.waitForTimeout(100)
      }
    },
  }
}
