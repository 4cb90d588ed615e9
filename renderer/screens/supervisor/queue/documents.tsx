import { SegmentedControl, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useRecords } from '../../../gateway/records.ts'
import { Empty, Failed, Loading } from '../../../parts/states.tsx'
import { VirtualList } from '../../../parts/virtual-list.tsx'
import { useWords } from '../../../words/language.ts'
import { queueWords } from '../../../words/queue.ts'
import { DocumentRow } from './document-row.tsx'
import style from './queue.module.css'

const tabs = ['in_doubt', 'rejection_requested', 'attention', 'refused'] as const
type Tab = (typeof tabs)[number]

/** High enough for two lines of what comes next and a row of buttons. */
const rowHeight = 164

/** Those that somebody may have to look after, with what can be done. */
export function Documents() {
  const say = useWords(queueWords)
  const lists = useLists()
  const [tab, setTab] = useState<Tab | null>(null)
  const shown = tab ?? tabs.find((each) => countIn(lists[each]) > 0) ?? tabs[0]
  // Where something is, somebody stays: settling the last one must not turn to another kind by itself.
  if (tab === null && tabs.every((each) => !lists[each].isPending) && countIn(lists[shown]) > 0) setTab(shown)
  return (
    <section className={style['documents']} aria-label={say('list')}>
      <div className={style['tabs']}>
        <Title order={2} size="h4" className="only-spoken">
          {say('list')}
        </Title>
        <SegmentedControl<Tab>
          aria-label={say('list')}
          fullWidth
          styles={{ label: { minHeight: 44, display: 'grid', placeItems: 'center', paddingInline: 6 } }}
          value={shown}
          onChange={setTab}
          data={tabs.map((value) => ({ value, label: <TabLabel text={say(value)} list={lists[value]} /> }))}
        />
      </div>
      <Found concern={shown} records={lists[shown]} />
    </section>
  )
}

type Records = ReturnType<typeof useRecords>

/** All of them: one that is not looked at must say too that something is in it. */
function useLists(): Readonly<Record<Tab, Records>> {
  return {
    in_doubt: useRecords({ concern: 'in_doubt' }),
    rejection_requested: useRecords({ concern: 'rejection_requested' }),
    attention: useRecords({ concern: 'attention' }),
    refused: useRecords({ concern: 'refused' }),
  }
}

const countIn = ({ data }: Records): number => data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0

function TabLabel({ text, list }: { readonly text: string; readonly list: Records }) {
  const count = countIn(list)
  return (
    <span>
      {text}
      {count > 0 && ` (${count}${list.hasNextPage ? '+' : ''})`}
    </span>
  )
}

function Found({ concern, records }: { readonly concern: Tab; readonly records: Records }) {
  const say = useWords(queueWords)
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = records
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (records.isPending) return <Loading />
  if (records.isLoadingError) return <Failed error={records.error} retry={() => void records.refetch()} />
  const items = records.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <Empty title={say('none')} next={say('none_next')} />
  return (
    <VirtualList
      label={say(concern)}
      items={items}
      heightOf={() => rowHeight}
      keyOf={({ record }) => record.SALE_GUID}
      draw={(row) => <DocumentRow {...row} />}
      onEnd={more}
      end={null}
    />
  )
}
