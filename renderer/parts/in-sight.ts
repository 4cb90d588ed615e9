import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a focused control fully into sight. A browser is content if a few pixels of it are visible. */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/**
 * For a menu that may be longer than its room: scrolls the current entry into sight.
 * @param place changes when the page changes
 */
export function useCurrentInSight(place: string): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place !== '')
      frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return frame
}
