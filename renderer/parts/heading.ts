/** The heading of the screen in sight. */
const heading = () => document.querySelector<HTMLElement>('main h1:not([hidden] h1)')

/** Where a screen reader begins, and the keys go on from there. */
export function focusHeading(how?: FocusOptions): void {
  heading()?.setAttribute('tabindex', '-1')
  heading()?.focus(how)
}

/** Gives the browser's tab the name of the screen. @returns the name; empty before there is a heading */
export function nameTab(): string {
  const name = heading()?.textContent ?? ''
  document.title = name === '' ? 'Resit' : `${name} · Resit`
  return name
}
