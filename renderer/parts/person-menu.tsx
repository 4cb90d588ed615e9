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
import { lazy, Suspense, useState } from 'react'
import { lock, signOut } from '../gateway/leave.ts'
import { useSession } from '../gateway/session.ts'
import { changeLanguage, languageNames, useLanguage, useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { hasSound, toggleSound } from './chime.ts'
import style from './status-bar.module.css'

const ChangePin = lazy(async () => ({ default: (await import('../acts/change-pin.tsx')).ChangePin }))

const names = Object.entries(languageNames) as [keyof typeof languageNames, string][]

/** Who is signed in, and what is theirs: language, light, locking and leaving. */
export function PersonMenu() {
  const say = useWords(shellWords)
  const language = useLanguage()
  const { operator, outlets } = useSession()
  const { toggleColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const [isChanging, setChanging] = useState(false)
  const [isLoud, setLoud] = useState(hasSound)
  return (
    <>
      <Menu
        position="bottom-end"
        shadow="md"
        middlewares={{ flip: true, shift: true, size: true }}
        width={240}
        transitionProps={{ duration: 0 }}
        // A place for the focus that is no entry does not belong into a menu (ARIA).
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
              <Menu.Label>{say('sees_only', { outlets: outlets.map(({ outlet }) => outlet).join(', ') })}</Menu.Label>
              <Menu.Divider />
            </>
          )}
          {names.map(([code, name]) => (
            <Menu.Item
              key={code}
              leftSection={<IconLanguage size={20} aria-hidden />}
              rightSection={code === language && <IconCheck size={18} aria-hidden />}
              onClick={() => changeLanguage(code)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconMoonStars size={20} aria-hidden />} onClick={toggleColorScheme}>
            {say('light_or_dark')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconVolume size={20} aria-hidden />}
            onClick={() => setLoud(toggleSound())}
            data-menu="sound"
          >
            {say(isLoud ? 'sound_off' : 'sound_on')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPassword size={20} aria-hidden />}
            onClick={() => setChanging(true)}
            data-menu="change-pin"
          >
            {say('change_pin')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLock size={20} aria-hidden />} onClick={() => void lock()}>
            {say('lock')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={20} aria-hidden />} onClick={() => void signOut()}>
            {say('sign_out')}
          </Menu.Item>
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
