const escaped = (address: string): string => CSS.escape(address)

/** The field of an address, or the first within it: `BUYER` has many. */
const fieldAt = (address: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-at="${escaped(address)}"]`) ??
  document.querySelector<HTMLElement>(`[data-at^="${escaped(address)}."]`)

/** Brings a field into sight, ready to be typed in; also one that is only about to be drawn. */
export function focusAt(address: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = fieldAt(address)
      field?.scrollIntoView({ block: 'center' })
      field?.focus()
    }),
  )
}

/** @returns the addresses as their fields stand on the screen; those the form has no field for come last */
export const inOrder = (addresses: readonly string[]): readonly string[] =>
  addresses.toSorted((one, other) => {
    const [first, second] = [fieldAt(one), fieldAt(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })

/** How a field is called on the screen, with the line it stands in; null where the form has none. */
export function nameAt(address: string): string | null {
  const field = fieldAt(address)
  if (!(field instanceof HTMLInputElement)) return null
  const label = field.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? ''
  const group = field.closest('fieldset')?.querySelector('legend')?.textContent
  return group ? `${group}: ${label}` : label
}
