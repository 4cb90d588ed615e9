import { Alert, Button, Group, Text } from '@mantine/core'
import { preventing } from '../../../parts/preventing.ts'
import { useSentence } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { type Access, AccessFields, useAccess } from '../access-fields.tsx'
import style from './go-live.module.css'

interface FormProps {
  readonly isKept: boolean
  readonly hasCertificate: boolean
  readonly error: unknown
  readonly isBusy: boolean
  save(access: Access, done: () => void): void
}

/** With what the company signs in at MyInvois, and signs its documents. */
export function AccessForm({ isKept, hasCertificate, error, isBusy, save }: FormProps) {
  const say = useWords(goLiveWords)
  const sentenceOf = useSentence()
  const access = useAccess()
  const send = async () => save(await access.read(), access.forget)
  return (
    <form onSubmit={preventing(() => void send())}>
      <Text>{say(isKept ? 'access_kept' : 'access_text')}</Text>
      <AccessFields access={access} className={style['fields']}>
        <Text>
          <strong>{say('certificate')}.</strong> {say(hasCertificate ? 'certificate_kept' : 'certificate_text')}
        </Text>
      </AccessFields>
      {error !== null && (
        <Alert color="red" variant="light" role="alert">
          {sentenceOf(error)}
        </Alert>
      )}
      <Group>
        <Button type="submit" loading={isBusy} disabled={!access.isWhole}>
          {say('save_access')}
        </Button>
      </Group>
    </form>
  )
}
