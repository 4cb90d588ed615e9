import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMoonStars,
  IconPassword,
  IconUser,
  IconVolume,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { KeyHint } from '../commands/command-button.tsx'
import { lock, signOut, unsavedCodes } from '../gateway/leave.ts'
import { useSession } from '../gateway/session.ts'
import { changeLanguage, languageNames, useLanguage, useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { hasSound, toggleSound } from './chime.ts'
import style from './status-bar.module.css'

const ChangePin = lazy(async () => ({ default: (await import('../actions/change-pin.tsx')).ChangePin }))

const names = Object.entries(languageNames) as [keyof typeof languageNames, string][]

/** The menu of the signed-in person: language, light or dark, sound, lock and sign out. */
export function PersonMenu() {
  const say = useWords(shellWords)
  const language = useLanguage()
  const { operator, outlets } = useSession()
  const { toggleColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const go = useNavigate()
  const [isChanging, setChanging] = useState(false)
  const [isLoud, setLoud] = useState(hasSound)
  // The way to another screen asks about a code that is lost.
  const leave = () => void (unsavedCodes.size > 0 ? go({ to: '/' }) : signOut())
  const entries = [
    { name: 'scheme', icon: IconMoonStars, label: 'light_or_dark', run: toggleColorScheme },
    { name: 'sound', icon: IconVolume, label: isLoud ? 'sound_off' : 'sound_on', run: () => setLoud(toggleSound()) },
    { name: 'change-pin', icon: IconPassword, label: 'change_pin', run: () => setChanging(true) },
    { name: 'lock', icon: IconLock, label: 'lock', run: () => void lock() },
    { name: 'sign-out', icon: IconLogout, label: 'sign_out', run: leave },
  ] as const
  return (
    <>
      <Menu
        position="bottom-end"
        shadow="md"
        middlewares={{ flip: true, shift: true, size: true }}
        width={240}
        transitionProps={{ duration: 0 }}
        // Mantine's extra element for the focus is no menu item, which ARIA does not allow in a menu.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <UnstyledButton className={style['who'] ?? ''}>
            <IconUser size={18} aria-hidden /> <bdi>{operator.name}</bdi> <IconChevronDown size={16} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {outlets && (
            <>
              <Menu.Label>{say('sees_only', { outlets: outlets.map(({ outlet }) => outlet).join(' · ') })}</Menu.Label>
              <Menu.Divider />
            </>
          )}
          {names.map(([code, name]) => (
            <Menu.Item
              key={code}
              leftSection={<IconLanguage size={20} aria-hidden />}
              rightSection={code === language && <IconCheck size={18} aria-hidden />}
              onClick={() => void changeLanguage(code)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {entries.map(({ name, icon: Shown, label, run }) => (
            <Menu.Item
              key={name}
              leftSection={<Shown size={20} aria-hidden />}
              rightSection={<KeyHint id={name} />}
              onClick={run}
              data-menu={name}
            >
              {say(label)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {isChanging && (
        <Suspense>
          <ChangePin onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}
