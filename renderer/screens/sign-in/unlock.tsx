import { Alert, Stack } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { operator } from '../../gateway/api.ts'
import { signOut } from '../../gateway/leave.ts'
import { type Session, unlocked } from '../../gateway/session.ts'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import style from './door.module.css'
import { PinForm } from './pin-form.tsx'

/** The PIN of who is signed in brings everything back as it was; somebody else signs that person out. */
export function Unlock({ session }: { readonly session: Session }) {
  const say = useWords(doorWords)
  const enter = async (pin: string) => {
    unlocked(await operator('unlock', { body: { pin } }))
  }
  return (
    <Stack className={style['card']} gap="lg">
      <Alert icon={<IconLock aria-hidden />} variant="light">
        {say('locked')}
      </Alert>
      <PinForm name={session.operator.name} enter={enter} somebodyElse={() => void signOut()} />
    </Stack>
  )
}
