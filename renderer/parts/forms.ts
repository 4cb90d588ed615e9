import type { KeyboardEvent } from 'react'
import { isEnterFromScanner } from '../commands/scanner.ts'

/**
 * For a form that sends a document: Enter goes to the next field. A scanner ends each line with Enter, and that must
 * not send a document that no person has looked at: while it types, the focus stays in the field. A field that handles
 * Enter itself has called `preventDefault`. After the last line of a document Enter begins another with the button
 * `data-adds`; in the empty first field of that one it removes the line and goes on.
 */
export function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event
  const isMeant = event.key === 'Enter' && !event.defaultPrevented && !event.nativeEvent.isComposing
  if (!isMeant || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (!isEnterFromScanner()) goOnFrom(target, currentTarget)
}

function goOnFrom(target: HTMLInputElement, form: HTMLFormElement): void {
  const line = target.closest('fieldset')
  const isBlank = target.value === '' && target === line?.querySelector('input')
  const remove = isBlank ? line.querySelector<HTMLElement>('[data-removes]:enabled') : null
  const next = nextField(form, line && remove ? line : target)
  const add = remove || line?.contains(next ?? null) ? null : line?.nextElementSibling
  if (add instanceof HTMLButtonElement && add.matches('[data-adds]')) return add.click()
  next?.focus()
  next?.select()
  remove?.click()
}

/** The first field after this part of the form: none with `data-skips`, and with `data-skips-filled` none that is right. */
function nextField(form: HTMLFormElement, part: Element): HTMLInputElement | HTMLTextAreaElement | undefined {
  const all = [...form.elements]
  return all
    .slice(all.findLastIndex((each) => part.contains(each)) + 1)
    .filter(isTypedIn)
    .find((each) => each.checkVisibility() && !isPassedOver(each))
}

const isPassedOver = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  field.ariaInvalid !== 'true' &&
  field.closest(field.value === '' ? '[data-skips]' : '[data-skips], [data-skips-filled]') !== null

const notTypedIn = ['hidden', 'radio', 'checkbox']

const isTypedIn = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement
    ? !element.readOnly && !element.disabled
    : element instanceof HTMLInputElement &&
      !element.disabled &&
      !(element.readOnly && element.ariaHasPopup === null) &&
      !notTypedIn.includes(element.type)

/** Runs the handler and keeps the page from being reloaded by the form. A form that a question stands in is not sent. */
export const withPreventDefault =
  (act: () => unknown) =>
  (event: { preventDefault(): void; stopPropagation(): void }): void => {
    event.preventDefault()
    event.stopPropagation()
    act()
  }
