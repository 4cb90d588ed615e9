import { CloseButton, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useOfferCommands } from '../../../commands/commands.ts'
import { useOpenSingleMatch } from '../../../commands/open-found.ts'
import { isBuyersCode, takeTyped } from '../../../commands/scanner.ts'
import { type RecordCounts, useRecordCounts, useRecords } from '../../../gateway/records.ts'
import { Count } from '../../../parts/figures.tsx'
import { Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { statusWords } from '../../../words/status.ts'
import { FoundSales } from './found.tsx'
import style from './sales.module.css'
import {
  filtersOf,
  filtersWithoutStatus,
  type StatusChoice,
  statusChoices,
  useIsSelecting,
  useSalesSearch,
  useSetFilters,
} from './wanted.ts'

/** Loaded after the list: the filters' code is a twentieth of the first screen. */
const Filters = lazy(async () => ({ default: (await import('./filters.tsx')).SalesFilters }))

const SelectSales = lazy(async () => ({ default: (await import('./select-sales.tsx')).SelectSales }))

export function Sales() {
  const say = useWords(salesWords)
  const isSelecting = useIsSelecting()
  const field = useRef<HTMLInputElement>(null)
  // On this screen the key of Sales selects what is in the search field.
  useOfferCommands([{ id: 'sales', run: () => field.current?.select() }])
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        {/* The menu shows the name of the screen, so the rows get the room of its heading. */}
        <Title order={1} className="only-spoken">
          {say('title')}
        </Title>
        <SearchField field={field} />
        <Suspense fallback={<span className={style['filters-coming']} />}>
          <Filters />
        </Suspense>
        <StatusFilter />
      </div>
      {isSelecting ? (
        <Suspense fallback={<Loading />}>
          <SelectSales />
        </Suspense>
      ) : (
        <FoundSales />
      )}
    </div>
  )
}

const afterTypingMs = 200

/** One field for every kind of search. Enter, with which a scanner ends too, opens the sale if there is exactly one. */
function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const say = useWords(salesWords)
  const change = useSetFilters()
  const router = useRouter()
  const openFound = useOpenSingleMatch()
  const { text = '' } = useSalesSearch()
  // If a key opened the search, what was typed since then; else null.
  const [ahead] = useState(takeTyped)
  const [typed, setTyped] = useState(ahead ?? text)
  useEffect(() => {
    // A scan or the Back button changed the search. While a person types in the field, their text stays.
    if (document.activeElement !== field.current) setTyped(text)
  }, [text, field])
  const look = (wanted: string) => change({ text: wanted.trim() })
  const lookSoon = useDebouncedCallback((wanted: string) => {
    // If the person opened a sale meanwhile, the search must not lead back to the list.
    if (router.latestLocation.pathname === '/sales') look(wanted)
  }, afterTypingMs)
  useEffect(() => {
    if (ahead) lookSoon(ahead)
  }, [ahead, lookSoon])
  const clear = () => {
    lookSoon.cancel()
    setTyped('')
    look('')
  }
  return (
    <TextInput
      ref={field}
      className={style['search'] ?? ''}
      type="search"
      autoFocus={ahead !== null}
      aria-label={say('search')}
      placeholder={say('search_short')}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        lookSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed.trim() !== '') {
          lookSoon.cancel()
          if (!isBuyersCode(typed)) look(typed)
          void openFound(typed.trim())
          event.currentTarget.select()
        }
        if (event.key === 'Escape') clear()
      }}
      rightSectionWidth={46}
      rightSection={typed !== '' && <CloseButton aria-label={say('clear')} onClick={clear} />}
    />
  )
}

const all = 'all'

const countOf = (counts: RecordCounts, choice: StatusChoice): number =>
  counts[choice] - (choice === 'InProgress' ? counts.in_doubt : choice === 'Valid' ? counts.consolidated : 0)

/** The filter by status, with the number of documents. A status without documents is not shown. */
function StatusFilter() {
  const say = useWords(salesWords)
  const sayStatus = useWords(statusWords)
  const change = useSetFilters()
  const search = useSalesSearch()
  const chosen = search.status ?? all
  // Asked after the rows, because a person waits for the rows.
  const { isPending } = useRecords(filtersOf(search))
  const counts = useRecordCounts(filtersWithoutStatus(search), !isPending)
  const shown = statusChoices.filter(
    (choice) => choice === chosen || (counts !== undefined && countOf(counts, choice) > 0),
  )
  return (
    <div role="radiogroup" aria-label={say('status')} className={style['kinds']}>
      {([all, ...shown] as const).map((choice) => (
        <label key={choice} className={style['kind']}>
          <input
            type="radio"
            name="kind"
            value={choice}
            checked={choice === chosen}
            onChange={() => change({ status: choice === all ? undefined : choice })}
          />
          <span>{choice === all ? say('all') : sayStatus(choice)}</span>
          {counts && (
            <span className={style['count']}>
              <Count value={choice === all ? counts.all : countOf(counts, choice)} />
            </span>
          )}
        </label>
      ))}
    </div>
  )
}
