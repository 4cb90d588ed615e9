import { IconCommand, IconLock } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useFunctionKeys } from '../commands/command-button.tsx'
import { type Command, useOffer } from '../commands/commands.ts'
import { useOpenFound } from '../commands/open-found.ts'
import { useScanner } from '../commands/scanner.ts'
import { lock, useIdleLock } from '../gateway/leave.ts'
import { useLive } from '../gateway/live.ts'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { StatusBar } from '../parts/status-bar.tsx'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { MainMenu, useEntries } from './main-menu.tsx'
import style from './shell.module.css'

const palette = () => import('../commands/palette.tsx')
const openPalette = () => void palette().then((loaded) => loaded.openPalette())
const Palette = lazy(async () => ({ default: (await palette()).Palette }))

/** What every screen behind the sign-in has around it. */
export function Shell() {
  useLive()
  useIdleLock()
  useScanner(useScanAnywhere())
  useOffer(useShellCommands(), true)
  useFunctionKeys(openPalette)
  return (
    <div className={style['shell']}>
      <header>
        <PracticeBanner />
        <StatusBar />
        <RefusalNotice />
      </header>
      <MainMenu />
      <Main>
        <Outlet />
      </Main>
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  )
}

/** Says where it is, and that it is busy until everything of that screen is there. */
function Main({ children }: { readonly children: ReactNode }) {
  const say = useWords(shellWords)
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const frame = useRef<HTMLElement>(null)
  const heading = () => frame.current?.querySelector('h1')
  const told = useRef<string>(undefined)
  const focusHeading = () => {
    heading()?.setAttribute('tabindex', '-1')
    heading()?.focus()
  }
  useEffect(() => {
    const title = heading()?.textContent
    document.title = title ? `${title} · Resit` : 'Resit'
    // Another screen is read from its heading on, unless it has begun in one of its fields.
    const path = shown?.split('?')[0]
    if (!title || path === told.current) return
    told.current = path
    const { activeElement } = document
    if (!frame.current?.contains(activeElement) && !activeElement?.closest('[role=dialog]')) focusHeading()
  })
  return (
    <>
      <button type="button" className={style['skip']} onClick={focusHeading}>
        {say('skip')}
      </button>
      <main ref={frame} className={style['main']} aria-busy={loading > 0} data-shown={shown}>
        {children}
      </main>
    </>
  )
}

/** A buyer's MyInvois code begins a document for them; anything else is looked for, and opened where it is one. */
function useScanAnywhere(): (text: string) => void {
  const go = useNavigate()
  const openFound = useOpenFound()
  return (text) => {
    void openFound(text).then((isOpen) => {
      if (!isOpen) void go({ to: '/sales', search: { text } })
    })
  }
}

function useShellCommands(): readonly Command[] {
  const say = useWords(shellWords)
  const go = useNavigate()
  const rooms = useEntries().map(({ id, to, word, icon }) => ({
    id,
    label: say(word),
    icon,
    run: () => void go({ to, search: {} }),
  }))
  return [
    { id: 'palette', label: say('commands'), icon: IconCommand, run: openPalette },
    ...rooms,
    { id: 'lock', label: say('lock'), icon: IconLock, run: () => void lock() },
  ]
}
