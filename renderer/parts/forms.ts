import type { KeyboardEvent } from 'react'
import { isEnterFromScanner } from '../commands/scanner.ts'

/**
 * For a form that sends a document: Enter goes to the next field. A scanner ends each line with Enter, and that must
 * not send a document that no person has looked at: while it types, the focus stays in the field. A field that handles
 * Enter itself has called `preventDefault`.
 */
export function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event
  const isMeant = event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing
  if (!isMeant || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (isEnterFromScanner()) return
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

/** Runs the handler and keeps the page from being reloaded by the form. */
export const withPreventDefault =
  (act: () => void) =>
  (event: { preventDefault(): void }): void => {
    event.preventDefault()
    act()
  }
