import {
  type Icon,
  IconCashRegister,
  IconDots,
  IconFilePlus,
  IconFiles,
  IconHeartbeat,
  IconListCheck,
  IconListDetails,
  IconSettings,
  IconSunHigh,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Scope } from '../../shared/api/scopes.ts'
import { KeyHint } from '../commands/command-button.tsx'
import { useNeedsPersonCount } from '../gateway/consolidation.ts'
import { useRefusedSales } from '../gateway/records.ts'
import { useSeesAllOutlets, useSession } from '../gateway/session.ts'
import { useCurrentInSight } from '../parts/in-sight.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './main-menu.module.css'

interface Entry {
  /** The id of the entry's command. */
  readonly id: string
  readonly to: '/today' | '/sales' | '/new' | '/todo' | '/shifts' | '/consolidation' | '/health' | '/settings'
  readonly word: 'today' | 'sales' | 'new_document' | 'to_do' | 'shifts' | 'consolidation' | 'health' | 'owner'
  readonly icon: Icon
  readonly scope: Scope
  /** Concerns whole companies, so it is hidden from people who are limited to some outlets. */
  readonly isOfAll?: true
  /** Further paths that belong to this entry. */
  readonly rooms?: readonly string[]
}

/** The entries of the menu. Those that a person may not open are hidden. */
const entries: readonly Entry[] = [
  { id: 'today', to: '/today', word: 'today', icon: IconSunHigh, scope: 'admin' },
  { id: 'sales', to: '/sales', word: 'sales', icon: IconListDetails, scope: 'read' },
  { id: 'new-document', to: '/new', word: 'new_document', icon: IconFilePlus, scope: 'submit' },
  { id: 'to-do', to: '/todo', word: 'to_do', icon: IconListCheck, scope: 'void' },
  {
    id: 'shifts',
    to: '/shifts',
    word: 'shifts',
    icon: IconCashRegister,
    scope: 'read',
    rooms: ['/reports', '/reconciliation'],
  },
  { id: 'consolidation', to: '/consolidation', word: 'consolidation', icon: IconFiles, scope: 'void', isOfAll: true },
  { id: 'health', to: '/health', word: 'health', icon: IconHeartbeat, scope: 'read' },
  { id: 'owner', to: '/settings', word: 'owner', icon: IconSettings, scope: 'admin' },
]

function Badge({ count, word }: { readonly count: number; readonly word: 'needs_person' | 'refused_count' }) {
  const say = useWords(shellWords)
  if (count === 0) return null
  return (
    <>
      <span className={style['badge']} aria-hidden>
        {count > 99 ? '99+' : count}
      </span>
      <span className="only-spoken">{say(word, { count })}</span>
    </>
  )
}

export function useMenuEntries(): readonly Entry[] {
  const { scopes } = useSession()
  const seesAll = useSeesAllOutlets()
  return entries.filter(({ scope, isOfAll = false }) => scopes.includes(scope) && (seesAll || !isOfAll))
}

export function MainMenu() {
  const say = useWords(shellWords)
  const refused = useRefusedSales().length
  const needPerson = useNeedsPersonCount() ?? 0
  const { pathname, search } = useLocation()
  // The correction of a refused sale counts as Sales, not as a new document.
  const place = 'correct' in search ? '/sales' : pathname
  const isIn = ({ to, rooms = [] }: Entry) => [to, ...rooms].some((start) => `${place}/`.startsWith(`${start}/`))
  const frame = useCurrentInSight(pathname)
  const shown = useMenuEntries()
  /** Where “More” was pressed on a phone: on the next screen it is closed again. */
  const [openAt, setOpenAt] = useState('')
  return (
    <nav ref={frame} className={style['menu']} aria-label={say('main_menu')}>
      {shown.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={style['entry'] ?? ''}
          data-command={entry.id}
          onClick={() => setOpenAt('')}
          aria-current={isIn(entry) ? 'true' : undefined}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <entry.icon size={28} stroke={1.75} aria-hidden />
          <span>{say(entry.word)}</span>
          <KeyHint id={entry.id} />
          {entry.to === '/todo' && <Badge count={needPerson} word="needs_person" />}
          {entry.to === '/sales' && <Badge count={refused} word="refused_count" />}
        </Link>
      ))}
      {shown.length > 5 && (
        <button
          type="button"
          className={`${style['entry']} ${style['more']}`}
          aria-expanded={openAt === pathname}
          onClick={() => setOpenAt(openAt === pathname ? '' : pathname)}
        >
          <IconDots size={28} aria-hidden />
          <span>{say('more')}</span>
        </button>
      )}
    </nav>
  )
}
