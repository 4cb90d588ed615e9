import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import style from './virtual-list.module.css'

interface VirtualListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** In pixels; a row with something above it is higher. */
  heightOf(at: number): number
  /** Shown after the last one. */
  readonly end: ReactNode
  keyOf(item: Item): string
  draw(item: Item, at: number): ReactNode
  /** The last row came into sight. */
  onEnd(): void
}

/** Draws only the rows in sight, however many there are; arrow keys go from row to row. */
export function VirtualList<Item>({ label, items, heightOf, end, keyOf, draw, onEnd }: VirtualListProps<Item>) {
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: heightOf,
    overscan: 8,
    getItemKey: (at) => {
      const item = items[at]
      return item === undefined ? at : keyOf(item)
    },
  })
  // What comes in above changes which rows are higher.
  const [firstKey, count] = [items[0] && keyOf(items[0]), items.length]
  useEffect(() => rows.measure(), [rows, firstKey, count])
  const shown = rows.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? -1
  const isAtEnd = lastShown >= items.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  return (
    <div ref={frame} className={style['frame']} onKeyDown={moveFocus}>
      <div
        role="list"
        aria-label={label}
        className={style['list']}
        ref={(list) => setHeight(list, rows.getTotalSize())}
      >
        {shown.map(({ index, key, start }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <div
                key={key}
                role="listitem"
                aria-setsize={items.length}
                aria-posinset={index + 1}
                className={style['item']}
                data-row={index}
                style={{ transform: `translateY(${start}px)`, height: heightOf(index) }}
              >
                {draw(item, index)}
              </div>
            )
          )
        })}
      </div>
      {end}
    </div>
  )
}

function setHeight(list: HTMLDivElement | null, height: number): void {
  if (list) list.style.height = `${height}px`
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = steps[event.key]
  const row = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
  if (step === undefined || row === null) return
  const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${Number(row.dataset['row']) + step}"]`)
  const target = next?.querySelector<HTMLElement>('a, button')
  if (!target) return
  event.preventDefault()
  target.focus()
}
