import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { Confirm } from '../parts/dialog.tsx'
import { NewPinFields, useNewPin } from '../parts/pin.tsx'
import { Notice } from '../parts/states.tsx'
import { everyScreenWords } from '../words/every-screen.ts'
import { useWords } from '../words/language.ts'
import { newPinWords } from '../words/new-pin.ts'
import { shellWords } from '../words/shell.ts'

/** The signed-in person changes their own PIN. */
export function ChangePin({ onClose }: { onClose(): void }) {
  const say = useWords(newPinWords)
  const sayShell = useWords(shellWords)
  const sayAnywhere = useWords(everyScreenWords)
  const [present, setPresent] = useState('')
  const asked = { label: say('present'), value: present, onPin: setPresent, 'data-autofocus': true, required: true }
  const next = useNewPin(useMay('void') ? 'supervisor' : 'cashier')
  const changing = useAct([], () => operator('changePin', { body: { pin: present, new_pin: next.pin } }))
  const isDone = changing.isSuccess
  return (
    <Confirm
      title={sayShell('change_pin')}
      act={isDone ? sayAnywhere('done') : sayShell('change_pin')}
      canAct={isDone || (present !== '' && next.isWhole)}
      doing={changing}
      onAct={() => (isDone ? onClose() : changing.mutate())}
      onClose={onClose}
    >
      {isDone ? (
        <Notice tone="good">{say('changed')}</Notice>
      ) : (
        <>
          <Text>{say('change_text')}</Text>
          <NewPinFields label={say('own_pin')} value={next} present={asked} />
        </>
      )}
    </Confirm>
  )
}
