import { type RefObject, useEffect, useRef } from 'react'

/** For a list of places that may be longer than its room. @param place where the page is now: that entry is scrolled into sight */
export function useCurrentInSight(place: string): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place !== '')
      frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  return frame
}
