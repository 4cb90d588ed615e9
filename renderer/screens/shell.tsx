import { useIsFetching } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { FunctionKeyHandler } from '../commands/command-button.tsx'
import { useOfferCommands } from '../commands/commands.ts'
import { useOpenSingleMatch } from '../commands/open-found.ts'
import { keepTyping, useScanner } from '../commands/scanner.ts'
import { lock, useIdleLock } from '../gateway/leave.ts'
import { useLiveChanges } from '../gateway/live.ts'
import { useMay } from '../gateway/session.ts'
import { useKeptFocus } from '../parts/kept-focus.ts'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { StatusBar } from '../parts/status-bar.tsx'
import { useWords } from '../words/language.ts'
import { practiceWords } from '../words/rehearsal.ts'
import { shellWords } from '../words/shell.ts'
import { MainMenu, useMenuEntries } from './main-menu.tsx'
import style from './shell.module.css'

/** The frame around every screen after the sign-in. */
export function Shell() {
  const sayRehearsed = useWords(practiceWords)
  useLiveChanges()
  useIdleLock()
  useScanner(useScanAnywhere())
  const go = useNavigate()
  const rooms = useMenuEntries().map(({ id, to }) => ({
    id,
    run: () => {
      if (id === 'sales') keepTyping()
      void go({ to, search: {} })
    },
  }))
  useOfferCommands([...rooms, { id: 'lock', run: () => void lock() }], true)
  return (
    <div className={style['shell']}>
      <header>
        <PracticeBanner>
          {useMay('admin') && <Link to="/settings/practice">{sayRehearsed('rehearse')}</Link>}
        </PracticeBanner>
        <StatusBar />
        <FunctionKeyHandler key={useLocation().pathname} />
      </header>
      <MainMenu />
      <Main>
        <Outlet />
      </Main>
    </div>
  )
}

/** Sets the page title, and marks the screen as busy until all its data is there. */
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
  useKeptFocus(focusHeading)
  useEffect(() => {
    const title = heading()?.textContent
    document.title = title ? `${title} · Resit` : 'Resit'
    // On a new screen a screen reader begins at the heading, unless a field already has the focus.
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

/** Handles a scan: a buyer's MyInvois code begins a document, other codes are searched for and opened. */
function useScanAnywhere(): (text: string) => void {
  const go = useNavigate()
  const openFound = useOpenSingleMatch()
  return (text) => {
    void openFound(text).then((isOpen) => {
      if (!isOpen) void go({ to: '/sales', search: { text } })
    })
  }
}
