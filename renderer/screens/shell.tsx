import { useDebouncedCallback, useMutationObserverTarget, useWindowEvent } from '@mantine/hooks'
import { useIsFetching } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { FunctionKeyHandler } from '../commands/command-button.tsx'
import { useOfferCommands } from '../commands/commands.ts'
import { useOpenSingleMatch } from '../commands/open-found.ts'
import { keepTyping, useScanner } from '../commands/scanner.ts'
import { lock, useIdleLock } from '../gateway/leave.ts'
import { useLiveChanges } from '../gateway/live.ts'
import { useMay, useSessionState } from '../gateway/session.ts'
import { focusHeading, nameTab } from '../parts/heading.ts'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { StatusBar } from '../parts/status-bar.tsx'
import { useWords } from '../words/language.ts'
import { practiceWords } from '../words/rehearsal.ts'
import { shellWords } from '../words/shell.ts'
import { MainMenu, useMenuEntries } from './main-menu.tsx'
import style from './shell.module.css'

/** The frame around every screen after the sign-in. */
export function Shell() {
  const say = useWords(shellWords)
  const sayRehearsed = useWords(practiceWords)
  const isOwner = useMay('admin')
  useLiveChanges()
  useIdleLock()
  useScanner(useScanAnywhere())
  const go = useNavigate()
  const { pathname } = useLocation()
  const rooms = useMenuEntries().map(({ id, to }) => ({
    id,
    run: () => {
      // For a field of the next screen, unless it is this one.
      if (to !== pathname && (id === 'sales' || id === 'new-document')) keepTyping()
      void go({ to, search: {} })
    },
  }))
  useOfferCommands([...rooms, { id: 'lock', run: () => void lock() }], true)
  return (
    <div className={style['shell']}>
      <button type="button" className={style['skip']} onClick={() => focusHeading()}>
        {say('skip')}
      </button>
      <header>
        <PracticeBanner>
          {isOwner && <Link to="/settings/first-steps">{sayRehearsed('first_steps')}</Link>}
          {isOwner && <Link to="/settings/practice">{sayRehearsed('rehearse')}</Link>}
        </PracticeBanner>
        <StatusBar />
        <FunctionKeyHandler key={pathname} />
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
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const told = useRef<string>(undefined)
  useKeptFocus()
  // The title is again that of the screen after the PIN.
  useSessionState()
  useEffect(() => {
    const title = nameTab()
    // On a new screen a screen reader begins at the heading, unless a field already has the focus.
    const path = shown?.split('?')[0]
    if (!title || path === told.current) return
    told.current = path
    const { activeElement } = document
    if (!activeElement?.matches('main *:not(nav *)') && !activeElement?.closest('[role=dialog]')) focusHeading()
  })
  return (
    <main className={style['main']} aria-busy={loading > 0} data-shown={shown}>
      {children}
    </main>
  )
}

/** A PIN that is typed where no field has the focus stands in no address. */
const mayBePin = /^\d{4,12}$/

/** Handles a scan: a buyer's MyInvois code begins a document, other codes are searched for and opened. */
function useScanAnywhere(): Parameters<typeof useScanner>[0] {
  const go = useNavigate()
  const openFound = useOpenSingleMatch()
  return (text, restore = mayBePin.test(text) ? () => undefined : undefined) => {
    void openFound(text, restore).then((isOpen) => {
      if (!isOpen && !restore) void go({ to: '/sales', search: { text } })
    })
  }
}

const observed: MutationObserverInit = { subtree: true, childList: true, attributeFilter: ['disabled'] }
/** A question or a menu that closes sets the focus itself, within this time. */
const settledMs = 100

/**
 * If the focused element disappears, the focus moves to the safe button of the open question. Without a question it moves
 * back to a button that was only busy, also if it waited for a question that is closed, or to the heading, while the page
 * stays where it is. Otherwise the browser would start again at the top of the page. After a click outside of all controls nothing has the focus, and
 * that stays so.
 */
function useKeptFocus(): void {
  const last = useRef<Element>(null)
  const outsideQuestions = useRef<Element>(null)
  const remember = ({ type, target }: Event) => {
    last.current = type === 'focusin' && target instanceof Element ? target : null
    if (last.current && !last.current.closest('[data-question]')) outsideQuestions.current = last.current
  }
  useWindowEvent('focusin', remember)
  useWindowEvent('pointerdown', remember)
  const keep = useDebouncedCallback(() => {
    const was = last.current?.isConnected === false ? outsideQuestions.current : last.current
    const isUsable = was?.isConnected === true && !was.matches(':disabled')
    const isLost = document.activeElement === document.body || (document.activeElement === was && !isUsable)
    if (was === null || !isLost || was.matches('body [data-loading]')) return
    const next = document.querySelector('[data-question] [data-autofocus]') ?? (isUsable ? was : null)
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
    else focusHeading({ preventScroll: true })
  }, settledMs)
  useMutationObserverTarget(keep, observed, document.body)
}
