import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a focused control fully into sight; a browser is content with a few pixels. A heading takes the focus in its place. */
export function keepFocusInSight(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.tabIndex >= 0 && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** Scrolls a message into sight when it is drawn, as the `ref` of its element. */
export const scrollIntoSight = (drawn: HTMLElement | null): void => drawn?.scrollIntoView({ block: 'nearest' })

/** Focuses a field, now or as soon as it is drawn, in the middle of the screen. */
export function focusDrawn(find: () => HTMLElement | null): void {
  const focus = () => {
    const field = find()
    if (!field || field === document.activeElement) return
    field.scrollIntoView({ block: 'center' })
    field.focus()
    // What is typed next takes the place of what stands there.
    if (field instanceof HTMLInputElement) field.select()
  }
  // If it is there already, the next key must not go to the field before.
  focus()
  requestAnimationFrame(() => requestAnimationFrame(focus))
}

const firstInForm = (which: string) => document.querySelector<HTMLElement>(`form ${which}`)

/** Focuses the first field that the gateway refused. Without one, scrolls to what the form says of the faults. */
export const focusFirstFault = (): void =>
  focusDrawn(() => firstInForm('[aria-invalid=true]') ?? firstInForm('[role=alert]'))

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
