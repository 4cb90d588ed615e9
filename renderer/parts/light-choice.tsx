import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoonStars } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'

/** Light or dark, before anybody is signed in. */
export function LightChoice() {
  const say = useWords(shellWords)
  // Else the kit puts a style into the page for a moment, which the content security policy forbids.
  const { toggleColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <ActionIcon variant="default" aria-label={say('light_or_dark')} onClick={toggleColorScheme}>
      <IconMoonStars size={22} aria-hidden />
    </ActionIcon>
  )
}
