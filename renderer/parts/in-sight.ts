import { type RefObject, useEffect, useRef } from 'react'

/** A browser leaves a control where it is if a few pixels of it are in sight; who goes by keyboard sees all of it. */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** For a list of places that may be longer than its room. @param place where the page is now: that entry is scrolled into sight */
export function useCurrentInSight(place: string): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place !== '')
      frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return frame
}
