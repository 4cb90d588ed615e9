import {
  IconCommand,
  IconFilePlus,
  IconFiles,
  IconHeartbeat,
  IconListCheck,
  IconListSearch,
  IconLock,
} from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { CommandBar } from '../commands/command-bar.tsx'
import { type Command, useOffer } from '../commands/commands.ts'
import { useOpenFound } from '../commands/open-found.ts'
import { useScanner } from '../commands/scanner.ts'
import { lock, useIdleLock } from '../gateway/leave.ts'
import { useLive } from '../gateway/live.ts'
import { useMay, useMayForAll } from '../gateway/session.ts'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { RefusalNotice } from '../parts/refusal-notice.tsx'
import { StatusBar } from '../parts/status-bar.tsx'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { MainMenu } from './main-menu.tsx'
import style from './shell.module.css'

const palette = () => import('../commands/palette.tsx')
const Palette = lazy(async () => ({ default: (await palette()).Palette }))

/** What every screen behind the sign-in has around it. */
export function Shell() {
  useLive()
  useIdleLock()
  useScanner(useScanAnywhere())
  useOffer(useShellCommands(), true)
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
      <CommandBar />
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  )
}

/** Says where it is, and that it is busy until everything of that screen is there. */
function Main({ children }: { readonly children: ReactNode }) {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.href })
  const loading = useIsFetching({ predicate: ({ state }) => state.status === 'pending' })
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading = frame.current?.querySelector('h1')?.textContent
    document.title = heading ? `${heading} · Resit` : 'Resit'
  })
  return (
    <main ref={frame} className={style['main']} aria-busy={loading > 0} data-shown={shown}>
      {children}
    </main>
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
  const maySettle = useMay('void')
  const mayConsolidate = useMayForAll('void')
  return [
    {
      id: 'palette',
      label: say('commands'),
      icon: IconCommand,
      run: () => void palette().then(({ openPalette }) => openPalette()),
    },
    { id: 'sales', label: say('sales'), icon: IconListSearch, run: () => void go({ to: '/sales', search: {} }) },
    {
      id: 'new-document',
      label: say('new_document'),
      icon: IconFilePlus,
      run: () => void go({ to: '/new', search: {} }),
    },
    ...(maySettle
      ? [{ id: 'to-do', label: say('to_do'), icon: IconListCheck, run: () => void go({ to: '/todo', search: {} }) }]
      : []),
    ...(mayConsolidate
      ? [
          {
            id: 'consolidation',
            label: say('consolidated'),
            icon: IconFiles,
            run: () => void go({ to: '/consolidation' }),
          },
        ]
      : []),
    { id: 'health', label: say('health'), icon: IconHeartbeat, run: () => void go({ to: '/health' }) },
    { id: 'lock', label: say('lock'), icon: IconLock, run: () => void lock() },
  ]
}
