import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCloudUp } from '@tabler/icons-react'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { Keeping } from './drafts.ts'
import style from './new-document.module.css'

interface KeptLineProps {
  readonly keeping: Keeping
  takeOther(): Promise<void>
}

/** Whether what was typed is kept; where two tabs have typed, a person chooses. */
export function KeptLine({ keeping: { state, keepMine }, takeOther }: KeptLineProps) {
  const say = useWords(newDocumentWords)
  switch (state) {
    case 'untouched':
      return (
        <Text size="sm" className="quiet">
          {say('kept')}
        </Text>
      )
    case 'saved':
      return (
        <Text component="output" size="sm" className={style['kept'] ?? ''} data-kept="saved">
          <IconCircleCheck size={18} aria-hidden /> {say('saved')}
        </Text>
      )
    case 'unsaved':
      return (
        <Text component="output" size="sm" className={style['kept'] ?? ''} data-kept="unsaved">
          <IconCloudUp size={18} aria-hidden /> {say('not_saved')}
        </Text>
      )
    case 'changed':
      return (
        <Alert color="orange" variant="light" role="alert" title={say('changed_elsewhere')}>
          <Group gap="xs">
            <Button variant="default" onClick={() => void takeOther()}>
              {say('take_other')}
            </Button>
            <Button variant="default" onClick={keepMine}>
              {say('keep_mine')}
            </Button>
          </Group>
        </Alert>
      )
  }
}
