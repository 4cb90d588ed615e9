import type { KeyboardEvent } from 'react'
import { isEndOfScan } from '../commands/scanner.ts'

/**
 * Of a form that sends a document: Enter in a field goes on to the next one. A scanner ends with Enter, and what it
 * typed into a field must not send a document that was not looked at: all its lines stay in that field. A field that uses Enter itself has said so
 * by preventing what else would come of it.
 */
export function goOnAtEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event
  const isMeant = event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing
  if (!isMeant || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (isEndOfScan()) return
  const all = [...currentTarget.elements]
  const next = all
    .slice(all.indexOf(target) + 1)
    .filter(isTypedIn)
    .find((each) => each.checkVisibility())
  next?.focus()
  next?.select()
}

const notTypedIn = ['hidden', 'radio', 'checkbox']

const isTypedIn = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement
    ? !element.readOnly && !element.disabled
    : element instanceof HTMLInputElement &&
      !element.disabled &&
      !(element.readOnly && element.ariaHasPopup === null) &&
      !notTypedIn.includes(element.type)

/** Of a form: the page stays, and the act happens. */
export const preventing =
  (act: () => void) =>
  (event: { preventDefault(): void }): void => {
    event.preventDefault()
    act()
  }
