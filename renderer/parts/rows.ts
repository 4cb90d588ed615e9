import { useCallbackRef, useWindowEvent } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
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
  /** The element that scrolls. */
  readonly frame: RefObject<HTMLElement | null>
  readonly items: readonly Row[]
  /** In pixels. A row with a heading above it is higher. */
  heightOf(at: number): number
  /** The element of a row that gets the focus. */
  readonly control: 'a' | 'input'
  /** Called when the last row comes into sight. */
  onEnd(): void
}

/**
 * A long list of which only the visible rows are drawn. The arrow keys move between rows, Space selects or opens, Enter
 * opens.
 * The element of each row has its index in `data-row`.
 */
export function useVirtualRows<Row extends ListedRecord>({ frame, items, heightOf, control, onEnd }: Listed<Row>) {
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: heightOf,
    overscan: 8,
    getItemKey: (at) => items[at]?.record.SALE_GUID ?? at,
  })
  // New rows at the top change which rows have a heading, and so their heights.
  const [first, height] = [items[0]?.record.SALE_GUID, heightOf(0)]
  useEffect(() => rows.measure(), [rows, first, items.length, height])
  const shown = rows.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= items.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  const focusRow = useCallbackRef((at: number) => {
    const focus = () => frame.current?.querySelector<HTMLElement>(`[data-row="${at}"] ${control}`)?.focus()
    rows.scrollToIndex(at)
    // A row out of sight is drawn only after the scrolling.
    requestAnimationFrame(() => requestAnimationFrame(focus))
    focus()
  })
  useWayIn(items, focusRow)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row === null) {
      if (event.key === 'ArrowDown' && items.length > 0) focusRow(0)
    } else if (event.key === (event.target instanceof HTMLInputElement ? 'Enter' : ' ')) {
      event.preventDefault()
      row.querySelector<HTMLElement>('a')?.click()
    } else {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      focusRow(Math.min(items.length - 1, Math.max(0, Number(row.dataset['row']) + step)))
    }
  }
  return {
    onKeyDown,
    /** Sets the height of the element around the rows. */
    fit(list: HTMLElement | null) {
      if (list) list.style.height = `${rows.getTotalSize()}px`
    },
    shown: shown.flatMap(({ index: at, key, start }) => {
      const item = items[at]
      return item ? [{ item, at, key, style: { transform: `translateY(${start}px)`, height: heightOf(at) } }] : []
    }),
  }
}

/** The way back from a sale leads to its row. The arrow key leads from the heading and from the search to the first one. */
function useWayIn(items: readonly ListedRecord[], focusRow: (at: number) => void): void {
  const router = useRouter()
  const left = useRef(/^\/sales\/([^/]+)/.exec(router.state.resolvedLocation?.pathname ?? '')?.[1])
  useEffect(() => {
    const at = items.findIndex(({ record }) => record.SALE_GUID === left.current)
    if (at === -1) return
    left.current = undefined
    if (document.activeElement?.matches('body, main h1')) focusRow(at)
  }, [items, focusRow])
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'ArrowDown' || !document.activeElement?.matches('main h1, main [type=search]')) return
    event.preventDefault()
    focusRow(0)
  })
}
