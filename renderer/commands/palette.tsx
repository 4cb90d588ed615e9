import { Kbd } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { IconSearch } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { keyOf, useOffered } from './commands.ts'

export const openPalette = (): void => spotlight.open()

/** Everything that can be done now, by typing a part of its name; Ctrl+K anywhere. */
export function Palette() {
  const say = useWords(shellWords)
  const actions = useOffered().map((command) => {
    const { id, label, icon: Icon, hindrance, run } = command
    const key = keyOf(command)
    return {
      id,
      label,
      leftSection: <Icon size={20} aria-hidden />,
      disabled: Boolean(hindrance),
      ...(hindrance && { description: hindrance }),
      ...(key && { rightSection: <Kbd>{key}</Kbd> }),
      onClick: run,
    }
  })
  return (
    <Spotlight
      actions={actions}
      nothingFound={say('commands_none')}
      highlightQuery
      shortcut="mod + K"
      lockScroll={false}
      overlayProps={{ blur: 0 }}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: say('commands_search'),
        'aria-label': say('commands_search'),
      }}
    />
  )
}
