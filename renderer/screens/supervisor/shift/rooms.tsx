import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSeesAllOutlets, useSession } from '../../../gateway/session.ts'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import style from './shift.module.css'

const rooms = [
  { to: '/shifts', word: 'shifts', scope: 'read', isOfAll: false },
  { to: '/reports', word: 'reports', scope: 'read', isOfAll: false },
  { to: '/reconciliation', word: 'reconciliation', scope: 'void', isOfAll: true },
] as const

/** Tabs for shifts, reports and comparison. A person sees only the tabs that they may open. */
export function ShiftTabs({ children }: { readonly children: ReactNode }) {
  const say = useWords(shiftWords)
  const { scopes } = useSession()
  const seesAll = useSeesAllOutlets()
  return (
    <div className={style['screen']}>
      <nav className={style['rooms']} aria-label={say('rooms')}>
        {rooms
          .filter(({ scope, isOfAll }) => scopes.includes(scope) && (seesAll || !isOfAll))
          .map(({ to, word }) => (
            <Link key={to} to={to} className={style['room'] ?? ''} activeProps={{ 'aria-current': 'page' }}>
              {say(word)}
            </Link>
          ))}
      </nav>
      {children}
    </div>
  )
}
