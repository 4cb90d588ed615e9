/** Of a form: the page stays, and the act happens. */
export const preventing =
  (act: () => void) =>
  (event: { preventDefault(): void }): void => {
    event.preventDefault()
    act()
  }
