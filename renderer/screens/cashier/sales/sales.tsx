import { Title } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { useOfferCommands } from '../../../commands/commands.ts'
import { Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { FoundSales } from './found.tsx'
import { StatusFilter } from './kind-choice.tsx'
import style from './sales.module.css'
import { SearchField } from './search-field.tsx'
import { useIsSelecting } from './wanted.ts'

/** Loaded after the list: the filters' code is a twentieth of the first screen. */
const Filters = lazy(async () => ({ default: (await import('./filters.tsx')).SalesFilters }))

/** Of a supervisor who acts on many of them. */
const SelectSales = lazy(async () => ({ default: (await import('./select-sales.tsx')).SelectSales }))

/** All sales kept here, the newest first. */
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
