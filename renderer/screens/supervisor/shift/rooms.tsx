import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../../gateway/session.ts'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import style from './shift.module.css'

const rooms = [
  { to: '/shifts', word: 'shifts', scope: 'read' },
  { to: '/figures', word: 'figures', scope: 'read' },
  { to: '/reconciliation', word: 'reconciliation', scope: 'void' },
] as const

/** The three rooms about what was sold; who may not enter one does not see its door. */
export function Rooms({ children }: { readonly children: ReactNode }) {
  const say = useWords(shiftWords)
  const { scopes } = useSession()
  return (
    <div className={style['screen']}>
      <nav className={style['rooms']} aria-label={say('rooms')}>
        {rooms
          .filter(({ scope }) => scopes.includes(scope))
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
