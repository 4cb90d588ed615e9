import { CloseButton, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { statuses } from '../../../shared/domain/status.ts'
import type { Command } from '../../commands/command.ts'
import { useOffer } from '../../commands/commands.tsx'
import { type RecordsWanted, useRecords } from '../../gateway/records.ts'
import { RecordRow } from '../../parts/record-row.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { useWords } from '../../words/language.ts'
import { salesWords } from '../../words/sales.ts'
import { shellWords } from '../../words/shell.ts'
import { statusWords } from '../../words/status.ts'
import style from './sales.module.css'

const rowHeight = 72
const afterTypingMs = 200

/** What happened to my sales: everything kept here, the newest first. */
export function Sales() {
  const say = useWords(salesWords)
  const field = useRef<HTMLInputElement>(null)
  useRecordScreenSoon()
  useOffer(useSearchCommand(() => field.current?.select()))
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        <Title order={1} size="h2">
          {say('title')}
        </Title>
        <SearchField field={field} />
        <StatusChoice />
      </div>
      <Found />
    </div>
  )
}

/** What is opened next from here is loaded while somebody reads the list. */
function useRecordScreenSoon(): void {
  const router = useRouter()
  useEffect(() => {
    const soon = setTimeout(() => void router.preloadRoute({ to: '/sales/$guid', params: { guid: 'any' } }), 300)
    return () => clearTimeout(soon)
  }, [router])
}

function useSearchCommand(focus: () => void): readonly Command[] {
  const say = useWords(shellWords)
  const toField = useCallbackRef(focus)
  return useMemo(
    () => [
      {
        id: 'search',
        key: 'F2',
        label: say('search'),
        icon: <IconSearch size={20} aria-hidden />,
        run: toField,
      },
    ],
    [say, toField],
  )
}

const useSalesSearch = () => useSearch({ from: '/sales' })

function SearchField({ field }: { readonly field: React.RefObject<HTMLInputElement | null> }) {
  const say = useWords(salesWords)
  const go = useNavigate()
  const { text = '', status } = useSalesSearch()
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    // A scan, or the way back, changed the search from outside; whoever types is ahead of what is searched.
    if (document.activeElement !== field.current) setTyped(text)
  }, [text, field])
  const search = (wanted: string) =>
    void go({
      to: '/sales',
      search: { ...(status !== undefined && { status }), ...(wanted.trim() && { text: wanted.trim() }) },
      replace: true,
    })
  const searchSoon = useDebouncedCallback(search, afterTypingMs)
  const clear = () => {
    searchSoon.cancel()
    setTyped('')
    search('')
  }
  return (
    <TextInput
      ref={field}
      className={style['search'] ?? ''}
      type="search"
      aria-label={say('search')}
      placeholder={say('search')}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        searchSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed)
        if (event.key === 'Escape') clear()
      }}
      rightSectionWidth={46}
      rightSection={typed !== '' && <CloseButton aria-label={say('clear')} onClick={clear} />}
    />
  )
}

function StatusChoice() {
  const say = useWords(salesWords)
  const sayStatus = useWords(statusWords)
  const go = useNavigate()
  const { text, status = 'all' } = useSalesSearch()
  return (
    <SegmentedControl
      aria-label={say('status')}
      value={status}
      onChange={(chosen) =>
        void go({
          to: '/sales',
          search: { ...(text !== undefined && { text }), ...(chosen !== 'all' && { status: chosen }) },
          replace: true,
        })
      }
      data={[
        { value: 'all', label: say('all') },
        { value: needsSomebody, label: say('attention') },
        ...statuses.map((value) => ({ value, label: sayStatus(value) })),
      ]}
    />
  )
}

/** Beside the statuses, because people look for it in the same place. */
const needsSomebody = 'attention'

const wantedBy = ({ text, status }: { readonly text?: string; readonly status?: string }): RecordsWanted => ({
  ...(text !== undefined && { text }),
  ...(status === needsSomebody ? { concern: needsSomebody } : status !== undefined && { status }),
})

function Found() {
  const say = useWords(salesWords)
  const search = useSalesSearch()
  const records = useRecords(wantedBy(search))
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = records
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (records.isPending) return <Loading />
  if (records.isLoadingError) return <Failed error={records.error} retry={() => void records.refetch()} />
  const items = records.data.pages.flatMap((page) => page.items)
  if (items.length === 0) {
    const isSearching = search.text !== undefined || search.status !== undefined
    return isSearching ? (
      <Empty title={say('none_found')} next={say('none_found_next')} />
    ) : (
      <Empty title={say('none')} next={say('none_next')} />
    )
  }
  return (
    <VirtualList
      label={say('title')}
      items={items}
      rowHeight={rowHeight}
      keyOf={({ record }) => record.SALE_GUID}
      draw={({ record, party_name }) => <RecordRow record={record} buyerName={party_name} />}
      onEnd={more}
      end={
        <Text className="quiet" ta="center" p="md" role="status">
          {hasNextPage ? say('more') : say('count_shown', { count: items.length })}
        </Text>
      }
    />
  )
}
