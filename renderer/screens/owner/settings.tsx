import { Select } from '@mantine/core'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { desktop } from '../../gateway/desktop.ts'
import { useMay } from '../../gateway/session.ts'
import { useCurrentInSight } from '../../parts/in-sight.ts'
import { NoSuchScreen } from '../../parts/no-screen.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import style from './settings.module.css'

/** The pages of the settings, in the order in which a new shop needs them. */
const rooms = [
  { to: '/settings/first-steps', word: 'first_steps' },
  { to: '/settings/go-live', word: 'go_live' },
  { to: '/settings/people', word: 'people' },
  { to: '/settings/companies', word: 'companies' },
  { to: '/settings/buyers', word: 'buyers' },
  { to: '/settings/tokens', word: 'tills' },
  { to: '/settings/mail', word: 'EMAIL' },
  { to: '/settings/backup', word: 'backup' },
  ...(desktop === null ? [] : [{ to: '/settings/this-computer', word: 'this_computer' } as const]),
  { to: '/settings/provider', word: 'provider' },
  { to: '/settings/about', word: 'about' },
] as const

export function Settings() {
  const say = useWords(ownerWords)
  const mayEnter = useMay('admin')
  const { pathname } = useLocation()
  const frame = useCurrentInSight(pathname)
  const go = useNavigate()
  const choices = rooms.map(({ to, word }) => ({ value: to, label: say(word) }))
  if (!mayEnter) return <NoSuchScreen />
  return (
    <div className={style['screen']}>
      <nav ref={frame} className={style['rooms']} aria-label={say('settings')}>
        {rooms.map(({ to, word }) => (
          <Link key={to} to={to} className={style['room'] ?? ''} activeProps={{ 'aria-current': 'page' }}>
            {say(word)}
          </Link>
        ))}
      </nav>
      <Select
        className={style['choice'] ?? ''}
        aria-label={say('settings')}
        placeholder={say('settings')}
        data={choices}
        maxDropdownHeight="70dvh"
        value={rooms.find(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to ?? null}
        onChange={(to) => to && void go({ to })}
      />
      {/* Another page begins at its top. */}
      <div key={pathname} className={style['content']}>
        <Outlet />
      </div>
    </div>
  )
}
