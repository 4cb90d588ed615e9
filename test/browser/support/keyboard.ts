import type { Page } from 'playwright'

/** A person without a mouse. */
export interface Keys {
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /**
   * Presses Tab until an element with this name has the focus.
   * @throws Error if Tab does not reach it
   */
  readonly tabTo: (name: string | RegExp) => Promise<void>
  /** Chooses an option of the focused field. */
  readonly choose: (name: string) => Promise<void>
  /** Confirms the open question, once it takes Enter. */
  readonly answer: () => Promise<void>
}

/** Runs in the page: the names of the focused element. */
const namesOfFocused = `(() => {
  const { activeElement: focused } = document
  return [focused.ariaLabel, focused.textContent, ...[...(focused.labels ?? [])].map(({ textContent }) => textContent)]
})()`

/** Runs in the page: whether any field has this name. */
const isInSomeField = (name: string) =>
  `[...document.querySelectorAll('input')].some(({ value }) => value === ${JSON.stringify(name)})`

const isSoon = (happens: Promise<unknown>): Promise<boolean> =>
  happens.then(
    () => true,
    () => false,
  )

const mostTabs = 120
const mostOptions = 20

/** A new question ignores Enter for a moment, so a test waits too. */
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
    async choose(name) {
      const option = page.getByRole('option', { name })
      const isOpen = () => isSoon(option.waitFor({ timeout: 1_000 }))
      const reached = page.locator('[role=option][data-combobox-selected]').filter({ hasText: name })
      const isTaken = () => isSoon(page.waitForFunction(isInSomeField(name), undefined, { timeout: 1_000 }))
      // A list that opens marks the earlier choice a moment later, and moves away from a reached option.
      for (let tries = 0; tries < 3; tries += 1) {
        do await press('Enter')
        while (!(await isOpen()))
        for (let options = 0; options < mostOptions && (await reached.count()) === 0; options += 1)
          await press('ArrowDown')
        await press('Enter')
        if (await isTaken()) return
      }
      throw new Error(`“${name}” is chosen by no key`)
    },
    async answer() {
      for (const dialog = page.getByRole('dialog'); (await dialog.count()) > 0; ) {
        await press('Enter')
        await page.waitForTimeout(100)
      }
    },
  }
}
