import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import type { ListedRecord } from '../gateway/records.ts'

const page = 8

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

interface Listed<Row> {
  /** What scrolls. */
  readonly frame: RefObject<HTMLElement | null>
  readonly items: readonly Row[]
  /** In pixels; a row with something above it is higher. */
  heightOf(at: number): number
  /** What has the focus in a row. */
  readonly control: 'a' | 'input'
  /** The last row came into sight. */
  onEnd(): void
}

/**
 * A list of which only the rows in sight are drawn, however many there are. Arrow keys go from row to row, Space selects,
 * Enter opens. An element of a row has `data-row`, its place.
 */
export function useRows<Row extends ListedRecord>({ frame, items, heightOf, control, onEnd }: Listed<Row>) {
  const [current, setCurrent] = useState(0)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: heightOf,
    overscan: 8,
    getItemKey: (at) => items[at]?.record.SALE_GUID ?? at,
  })
  // What comes in above changes which rows are higher.
  const [first, height] = [items[0]?.record.SALE_GUID, heightOf(0)]
  useEffect(() => rows.measure(), [rows, first, items.length, height])
  const shown = rows.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= items.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  const focusRow = (event: KeyboardEvent<HTMLElement>, at: number) => {
    event.preventDefault()
    const list = event.currentTarget
    const focus = () => list.querySelector<HTMLElement>(`[data-row="${at}"] ${control}`)?.focus()
    setCurrent(at)
    rows.scrollToIndex(at)
    // A row far away is drawn only once it was scrolled to.
    requestAnimationFrame(() => requestAnimationFrame(focus))
    focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row === null) {
      if (event.key === 'ArrowDown' && items.length > 0) focusRow(event, 0)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      row.querySelector<HTMLElement>('a')?.click()
    } else {
      const step = steps[event.key]
      if (step === undefined) return
      focusRow(event, Math.min(items.length - 1, Math.max(0, Number(row.dataset['row']) + step)))
    }
  }
  return {
    current,
    setCurrent,
    onKeyDown,
    /** Of the element around the rows. */
    fit(list: HTMLElement | null) {
      if (list) list.style.height = `${rows.getTotalSize()}px`
    },
    shown: shown.flatMap(({ index: at, key, start }) => {
      const item = items[at]
      return item ? [{ item, at, key, style: { transform: `translateY(${start}px)`, height: heightOf(at) } }] : []
    }),
  }
}
