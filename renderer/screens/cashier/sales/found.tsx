import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ListedRecord, useMore, useRecords } from '../../../gateway/records.ts'
import { useTills } from '../../../gateway/shifts.ts'
import { DayHeading } from '../../../parts/day.tsx'
import { RecordRow } from '../../../parts/record-row.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Awaiting, Empty } from '../../../parts/states.tsx'
import { VirtualList } from '../../../parts/virtual-list.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { useSalesSearch, wantedBy } from './wanted.ts'

const rowHeight = 56
const headingHeight = 26

/** The rows, day by day. */
export function Found() {
  const say = useWords(salesWords)
  const go = useNavigate()
  const search = useSalesSearch()
  const records = useRecords(wantedBy(search))
  // After the rows, which are what a person waits for.
  const tills = useTills({ enabled: !records.isPending })
  const hasOutlets = new Set(tills.data?.map(({ outlet }) => outlet)).size > 1
  const more = useMore(records)
  if (!records.data) return <Awaiting query={records} />
  const items = records.data.pages.flatMap((page) => page.items)
  if (items.length === 0)
    return Object.keys(search).length > 0 ? (
      <Empty title={say('none_found')} next={say('none_found_next')}>
        <Secondary onClick={() => void go({ to: '/sales', search: {}, replace: true })}>{say('show_all')}</Secondary>
      </Empty>
    ) : (
      <Empty title={say('none')} next={say('none_next')} />
    )
  const isFirstOfDay = (at: number) => items[at]?.day !== items[at - 1]?.day
  return (
    <VirtualList
      label={say('title')}
      items={items}
      heightOf={(at) => rowHeight + (isFirstOfDay(at) ? headingHeight : 0)}
      keyOf={({ record }) => record.SALE_GUID}
      draw={({ record, party_name, day }: ListedRecord, at) => (
        <>
          {isFirstOfDay(at) && (
            <div className={style['day']}>
              <DayHeading day={day} />
            </div>
          )}
          <RecordRow record={record} buyerName={party_name} withOutlet={hasOutlets} />
        </>
      )}
      onEnd={more}
      end={
        <Text className="quiet" ta="center" p="md" role="status">
          {records.hasNextPage ? say('more') : say('count_shown', { count: items.length })}
        </Text>
      }
    />
  )
}
