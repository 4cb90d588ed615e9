import { useMantineColorScheme } from '@mantine/core'
import {
  IconClockCheck,
  IconCommand,
  IconFilePlus,
  IconFiles,
  IconLanguage,
  IconListSearch,
  IconLock,
  IconMoonStars,
  IconStack2,
} from '@tabler/icons-react'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { Command } from '../commands/command.ts'
import { CommandBar } from '../commands/command-bar.tsx'
import { useOffer } from '../commands/commands.tsx'
import { isBuyersCode, keepScan } from '../commands/kept-scan.ts'
import { useOpenFound } from '../commands/open-found.ts'
import { useScanner } from '../commands/scanner.ts'
import { useIdleLock } from '../gateway/idle-lock.ts'
import { lock } from '../gateway/leave.ts'
import { useLive } from '../gateway/live.ts'
import { useMay } from '../gateway/session.ts'
import { PracticeBanner } from '../parts/practice-banner.tsx'
import { StatusBar } from '../parts/status-bar.tsx'
import { changeLanguage, languageNames, useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { MainMenu } from './main-menu.tsx'
import style from './shell.module.css'

const palette = () => import('../commands/palette.tsx')
const Palette = lazy(async () => ({ default: (await palette()).Palette }))

/** What an owner looks at on a phone. */
const fitsPhone = ['/sales', '/queue', '/shifts', '/settings/health']

/** What every screen behind the sign-in has around it. */
export function Shell() {
  useLive()
  useIdleLock()
  useScanner(useScanAnywhere())
  useOffer(useShellCommands(), 'shell')
  const say = useWords(shellWords)
  const { pathname } = useLocation()
  const needsRoom = !fitsPhone.some((room) => `${pathname}/`.startsWith(`${room}/`))
  return (
    <div className={style['shell']}>
      <header>
        <PracticeBanner />
        <StatusBar />
      </header>
      <MainMenu />
      <main className={style['main']} data-needs-room={needsRoom || undefined}>
        <Outlet />
        {needsRoom && <p className={style['narrow']}>{say('needs_room')}</p>}
      </main>
      <CommandBar />
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  )
}

/** A buyer's MyInvois code begins a document for them; anything else is looked for, and opened where it is one. */
function useScanAnywhere(): (text: string) => void {
  const go = useNavigate()
  const openFound = useOpenFound()
  return (text) => {
    if (isBuyersCode(text)) {
      keepScan(text)
      return void go({ to: '/new', search: { buyer: true } })
    }
    void openFound(text).then((isOpen) => {
      if (!isOpen) void go({ to: '/sales', search: { text } })
    })
  }
}

function useShellCommands(): readonly Command[] {
  const say = useWords(shellWords)
  const go = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const mayEndShift = useMay('void')
  return useMemo(() => {
    const languages = Object.entries(languageNames).map(([language, name]) => ({
      id: `language-${language}`,
      label: `${say('language')}: ${name}`,
      icon: <IconLanguage size={20} aria-hidden />,
      run: () => changeLanguage(language as keyof typeof languageNames),
    }))
    const shiftEnd: Command = {
      id: 'shift-end',
      key: 'F9',
      label: say('shift_end'),
      icon: <IconClockCheck size={20} aria-hidden />,
      run: () => void go({ to: '/shift-end', search: {} }),
    }
    const consolidation: Command = {
      id: 'consolidation',
      label: say('consolidated'),
      icon: <IconFiles size={20} aria-hidden />,
      run: () => void go({ to: '/consolidation' }),
    }
    return [
      {
        id: 'palette',
        key: 'F1',
        label: say('commands'),
        icon: <IconCommand size={20} aria-hidden />,
        run: () => void palette().then(({ openPalette }) => openPalette()),
      },
      {
        id: 'sales',
        key: 'F4',
        label: say('sales'),
        icon: <IconListSearch size={20} aria-hidden />,
        run: () => void go({ to: '/sales', search: {} }),
      },
      {
        id: 'new-document',
        key: 'F3',
        label: say('new_document'),
        icon: <IconFilePlus size={20} aria-hidden />,
        run: () => void go({ to: '/new', search: {} }),
      },
      ...(mayEndShift ? [shiftEnd, consolidation] : []),
      {
        id: 'queue',
        label: say('queue'),
        icon: <IconStack2 size={20} aria-hidden />,
        run: () => void go({ to: '/queue' }),
      },
      {
        id: 'lock',
        key: 'F10',
        label: say('lock'),
        icon: <IconLock size={20} aria-hidden />,
        run: () => void lock(),
      },
      {
        id: 'scheme',
        label: say('light_or_dark'),
        icon: <IconMoonStars size={20} aria-hidden />,
        run: toggleColorScheme,
      },
      ...languages,
    ] satisfies readonly Command[]
  }, [say, go, toggleColorScheme, mayEndShift])
}
