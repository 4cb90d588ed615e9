import { type KeyboardEvent, useState } from 'react'

const page = 8

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * Arrow keys go from row to row, Space selects, Enter opens; one Tab comes in and one goes out.
 * @param reveal scrolls to a row
 */
export function useRowKeys(count: number, reveal: (at: number) => void) {
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row === null) {
      if (event.key === 'ArrowDown' && count > 0) focusRow(event, 0)
      return
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      row.querySelector<HTMLElement>('a')?.click()
      return
    }
    const step = steps[event.key]
    if (step === undefined) return
    focusRow(event, Math.min(count - 1, Math.max(0, Number(row.dataset['row']) + step)))
  }
  const focusRow = (event: KeyboardEvent<HTMLDivElement>, at: number) => {
    event.preventDefault()
    const frame = event.currentTarget
    const focus = () => frame.querySelector<HTMLElement>(`[data-row="${at}"] input`)?.focus()
    setCurrent(at)
    reveal(at)
    // A row far away is drawn only once it was scrolled to.
    requestAnimationFrame(() => requestAnimationFrame(focus))
    focus()
  }
  return { current, setCurrent, onKeyDown }
}
