import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import type { OperatorAsk } from '../../../shared/api/operator-client.ts'
import { base64OfFile } from '../../gateway/base64.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { SecretField } from '../../parts/pin.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Refused } from '../../parts/states.tsx'
import { credentialsWords } from '../../words/access.ts'
import { goLiveWords } from '../../words/go-live.ts'
import { useWords } from '../../words/language.ts'
import style from './go-live/go-live.module.css'
import { AskBeforeLeaving } from './page.tsx'

/** Credentials for MyInvois and the certificate for signing. */
export type CredentialsInput = Omit<OperatorAsk<'setCredentials'>['body'], 'COMPANY_CODE'>

const nothing = { clientId: '', secret: '', second: '', file: null as File | null, password: '' }

interface FormProps {
  readonly isKept: boolean
  readonly hasCertificate: boolean
  readonly saving: UseMutationResult<unknown, Error, CredentialsInput>
  /** Leaves the form without saving; absent if there is nothing to go back to. */
  close?(): void
}

/** The form for credentials and certificate. Saved secrets are never read back. */
export function CredentialsForm({ isKept, hasCertificate, saving, close }: FormProps) {
  const say = useWords(goLiveWords)
  const sayAccess = useWords(credentialsWords)
  const form = useForm({ mode: 'controlled', initialValues: nothing })
  const { clientId, secret, second, file, password } = form.getValues()
  const isWhole = clientId.trim() !== '' && secret.trim() !== ''
  const save = async () => {
    const credentials = {
      CLIENT_ID: clientId.trim(),
      CLIENT_SECRET: secret.trim(),
      ...(second.trim() !== '' && { SECOND_CLIENT_SECRET: second.trim() }),
      ...(file && { CERTIFICATE: await base64OfFile(file), CERTIFICATE_PASSWORD: password }),
    }
    saving.mutate(credentials, { onSuccess: form.reset })
  }
  return (
    <form onSubmit={withPreventDefault(() => void save())}>
      <AskBeforeLeaving isOn={form.isDirty()} />
      <Text>{say(isKept ? 'access_kept' : 'access_text')}</Text>
      <div className={style['fields']}>
        <TextInput label={sayAccess('client_id')} withAsterisk {...form.getInputProps('clientId')} />
        <SecretField label={sayAccess('client_secret')} withAsterisk {...form.getInputProps('secret')} />
        <SecretField label={sayAccess('second_secret')} {...form.getInputProps('second')} />
      </div>
      <Text fw={600}>{say('certificate')}</Text>
      <Text>{say(hasCertificate ? 'certificate_kept' : 'certificate_text')}</Text>
      <Group align="end">
        <FileButton accept=".p12,.pfx" onChange={(chosen) => form.setFieldValue('file', chosen)}>
          {(props) => (
            <Button {...props} variant="default">
              {file?.name ?? sayAccess('choose_certificate')}
            </Button>
          )}
        </FileButton>
        {file && <SecretField label={sayAccess('certificate_password')} {...form.getInputProps('password')} />}
      </Group>
      {!isWhole && <Text className="quiet">{sayAccess('both_needed')}</Text>}
      <Refused error={saving.error} />
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
          {say('save_access')}
        </Button>
        {close && <Secondary onClick={close}>{say('cancel_dialog')}</Secondary>}
      </Group>
    </form>
  )
}
