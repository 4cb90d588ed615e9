import { Title } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import type { Command } from '../../../commands/command.ts'
import { useOffer } from '../../../commands/commands.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { shellWords } from '../../../words/shell.ts'
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
  useRecordScreenSoon()
  useOffer(useSearchCommand(() => field.current?.select()))
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
