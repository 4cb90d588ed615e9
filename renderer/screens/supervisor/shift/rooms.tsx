import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMayForAll } from '../../../gateway/session.ts'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import style from './shift.module.css'

const rooms = ['shifts', 'reports', 'reconciliation'] as const

/** Tabs for shifts, reports and comparison. A person sees only the tabs that they may open. */
export function ShiftTabs({ children }: { readonly children: ReactNode }) {
  const say = useWords(shiftWords)
  const mayCompare = useMayForAll('void')
  return (
    <div className={style['screen']}>
      <nav className={style['rooms']} aria-label={say('rooms')}>
        {rooms
          .filter((room) => mayCompare || room !== 'reconciliation')
          .map((room) => (
            <Link key={room} to={`/${room}`} className={style['room'] ?? ''} activeProps={{ 'aria-current': 'page' }}>
              {say(room)}
            </Link>
          ))}
      </nav>
      {children}
    </div>
  )
}
