import {
  IconCashRegister,
  IconClockCheck,
  IconFilePlus,
  IconFiles,
  IconListDetails,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Scope } from '../../shared/catalogue/scopes.ts'
import { useSession } from '../gateway/session.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './main-menu.module.css'

interface Entry {
  readonly to: '/sales' | '/new' | '/shift-end' | '/shifts' | '/consolidation' | '/queue' | '/settings/people'
  readonly word: 'sales' | 'new_document' | 'shift_end' | 'shifts' | 'consolidation' | 'queue' | 'owner'
  readonly icon: ReactNode
  readonly scope: Scope
  /** Where its other screens begin, beside its own address. */
  readonly rooms?: readonly string[]
}

/** The rooms of the product; who may not enter one does not see its door. */
const entries: readonly Entry[] = [
  { to: '/sales', word: 'sales', icon: <IconListDetails size={28} stroke={1.75} aria-hidden />, scope: 'read' },
  { to: '/new', word: 'new_document', icon: <IconFilePlus size={28} stroke={1.75} aria-hidden />, scope: 'submit' },
  {
    to: '/shifts',
    word: 'shifts',
    icon: <IconCashRegister size={28} stroke={1.75} aria-hidden />,
    scope: 'read',
    rooms: ['/figures', '/reconciliation'],
  },
  { to: '/shift-end', word: 'shift_end', icon: <IconClockCheck size={28} stroke={1.75} aria-hidden />, scope: 'void' },
  {
    to: '/consolidation',
    word: 'consolidation',
    icon: <IconFiles size={28} stroke={1.75} aria-hidden />,
    scope: 'void',
  },
  { to: '/queue', word: 'queue', icon: <IconStack2 size={28} stroke={1.75} aria-hidden />, scope: 'read' },
  {
    to: '/settings/people',
    word: 'owner',
    icon: <IconSettings size={28} stroke={1.75} aria-hidden />,
    scope: 'admin',
    rooms: ['/settings'],
  },
]

export function MainMenu() {
  const say = useWords(shellWords)
  const { scopes } = useSession()
  const { pathname } = useLocation()
  const isIn = ({ to, rooms = [] }: Entry) => [to, ...rooms].some((start) => `${pathname}/`.startsWith(`${start}/`))
  return (
    <nav className={style['menu']} aria-label={say('main_menu')}>
      {entries
        .filter(({ scope }) => scopes.includes(scope))
        .map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={style['entry'] ?? ''}
            aria-current={isIn(entry) ? 'true' : undefined}
            activeProps={{ 'aria-current': 'page' }}
          >
            {entry.icon}
            <span>{say(entry.word)}</span>
          </Link>
        ))}
    </nav>
  )
}
