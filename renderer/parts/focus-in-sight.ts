/** A browser leaves a control where it is if a few pixels of it are in sight; who goes by keyboard sees all of it. */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
