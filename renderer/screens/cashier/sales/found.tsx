import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { useFetchNextPage, useRecords } from '../../../gateway/records.ts'
import { useTills } from '../../../gateway/shifts.ts'
import { DayHeading } from '../../../parts/day.tsx'
import { RecordRow } from '../../../parts/record-row.tsx'
import { useVirtualRows } from '../../../parts/rows.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Empty, QueryState } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { everySale, filtersOf, useSalesSearch, useSetFilters } from './wanted.ts'

/** On a phone the buyer has a line of its own. */
const [rowHeight, rowHeightOnPhone] = [60, 84]
const headingHeight = 26

export function FoundSales() {
  const say = useWords(salesWords)
  const records = useRecords(filtersOf(useSalesSearch()))
  // Asked after the rows, because a person waits for the rows.
  const tills = useTills({ enabled: !records.isPending })
  const hasOutlets = new Set(tills.data?.map(({ outlet }) => outlet)).size > 1
  const items = useMemo(() => records.data?.pages.flatMap((page) => page.items) ?? [], [records.data])
  const isFirstOfDay = (at: number) => items[at]?.day !== items[at - 1]?.day
  const frame = useRef<HTMLDivElement>(null)
  const isPhone = useMediaQuery('(max-width: 752px)')
  const { fit, shown, onKeyDown } = useVirtualRows({
    frame,
    items,
    heightOf: (at) => (isPhone ? rowHeightOnPhone : rowHeight) + (isFirstOfDay(at) ? headingHeight : 0),
    control: 'a',
    onEnd: useFetchNextPage(records),
  })
  if (!records.data) return <QueryState query={records} />
  if (items.length === 0) return <NoneFound />
  return (
    <div ref={frame} className={style['frame']} onKeyDown={onKeyDown}>
      <div role="list" aria-label={say('title')} className={style['list']} ref={fit}>
        {shown.map(({ item, at, key, style: place }) => (
          <div
            key={key}
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={at + 1}
            className={style['item']}
            data-row={at}
            style={place}
          >
            {isFirstOfDay(at) && (
              <div className={style['day']}>
                <DayHeading day={item.day} />
              </div>
            )}
            <RecordRow listed={item} withOutlet={hasOutlets} />
          </div>
        ))}
      </div>
      <Text className="quiet" ta="center" p="md" role="status">
        {records.hasNextPage ? say('more') : say('count_shown', { count: items.length })}
      </Text>
    </div>
  )
}

export function NoneFound() {
  const say = useWords(salesWords)
  const go = useNavigate()
  const change = useSetFilters()
  const isUsual = Object.keys(useSearch({ from: '/sales' })).length === 0
  const { days } = useSalesSearch()
  return (
    <Empty title={say(isUsual ? 'none' : 'none_found')} next={say(isUsual ? 'none_next' : 'none_found_next')}>
      {days === 'today' && <Secondary onClick={() => change({ days: 'yesterday' })}>{say('yesterday')}</Secondary>}
      <Secondary onClick={() => void go({ to: '/sales', search: everySale, replace: true })}>
        {say('show_all')}
      </Secondary>
    </Empty>
  )
}
