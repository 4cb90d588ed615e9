import { Title } from '@mantine/core'
import { lazy, Suspense, useRef } from 'react'
import { useOffer } from '../../../commands/commands.ts'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { Found } from './found.tsx'
import { KindChoice } from './kind-choice.tsx'
import style from './sales.module.css'
import { SearchField } from './search-field.tsx'

/** The list is there before what narrows it: lists to choose from are a twentieth of what the first screen would load. */
const Filters = lazy(async () => ({ default: (await import('./filters.tsx')).Filters }))

/** What happened to my sales: everything kept here, the newest first. */
export function Sales() {
  const say = useWords(salesWords)
  const field = useRef<HTMLInputElement>(null)
  // The list is here already: its key goes into the search.
  useOffer([{ id: 'sales', run: () => field.current?.select() }])
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        {/* Which room this is stands in the menu; the rows need the place. */}
        <Title order={1} className="only-spoken">
          {say('title')}
        </Title>
        <SearchField field={field} />
        <Suspense fallback={<span className={style['filters-coming']} />}>
          <Filters />
        </Suspense>
        <KindChoice />
      </div>
      <Found />
    </div>
  )
}
