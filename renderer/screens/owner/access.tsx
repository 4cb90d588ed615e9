import { Button, FileButton, Group, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { base64OfFile } from '../../gateway/base64.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { SecretField } from '../../parts/pin.tsx'
import { Refused } from '../../parts/states.tsx'
import { accessWords } from '../../words/access.ts'
import { goLiveWords } from '../../words/go-live.ts'
import { useWords } from '../../words/language.ts'
import style from './go-live/go-live.module.css'

/** Credentials for MyInvois and the certificate for signing. */
export interface CredentialsInput {
  readonly CLIENT_ID: string
  readonly CLIENT_SECRET: string
  readonly SECOND_CLIENT_SECRET?: string
  readonly CERTIFICATE?: string
  readonly CERTIFICATE_PASSWORD?: string
}

const nothing = { clientId: '', secret: '', second: '', file: null as File | null, password: '' }

/** The fields until they are saved. Saved secrets are never read back. */
export function useCredentialsForm() {
  const [typed, setTyped] = useState(nothing)
  const { clientId, secret, second, file, password } = typed
  return {
    typed,
    change: (part: Partial<typeof nothing>) => setTyped((was) => ({ ...was, ...part })),
    forget: () => setTyped(nothing),
    isWhole: clientId.trim() !== '' && secret.trim() !== '',
    read: async (): Promise<CredentialsInput> => ({
      CLIENT_ID: clientId.trim(),
      CLIENT_SECRET: secret.trim(),
      ...(second.trim() !== '' && { SECOND_CLIENT_SECRET: second.trim() }),
      ...(file && { CERTIFICATE: await base64OfFile(file), CERTIFICATE_PASSWORD: password }),
    }),
  }
}

interface FieldsProps {
  readonly access: ReturnType<typeof useCredentialsForm>
  /** A class that sets the first two fields beside each other. */
  readonly className?: string | undefined
  /** A sentence about the certificate, above its field. */
  readonly children?: ReactNode
}

export function CredentialsFields({ access: { typed, change, isWhole }, className, children }: FieldsProps) {
  const say = useWords(accessWords)
  const field = (name: 'clientId' | 'secret' | 'second' | 'password') => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <div className={className}>
        <TextInput label={say('client_id')} withAsterisk {...field('clientId')} />
        <SecretField label={say('client_secret')} withAsterisk {...field('secret')} />
        <SecretField label={say('second_secret')} {...field('second')} />
      </div>
      {children}
      <Group align="end">
        <FileButton accept=".p12,.pfx" onChange={(file) => change({ file })}>
          {(props) => (
            <Button {...props} variant="default">
              {typed.file?.name ?? say('choose_certificate')}
            </Button>
          )}
        </FileButton>
        {typed.file && <SecretField label={say('certificate_password')} {...field('password')} />}
      </Group>
      {!isWhole && <Text className="quiet">{say('both_needed')}</Text>}
    </>
  )
}

interface FormProps {
  readonly isKept: boolean
  readonly hasCertificate: boolean
  readonly saving: UseMutationResult<unknown, Error, CredentialsInput>
}

/** The form for credentials and certificate. */
export function CredentialsForm({ isKept, hasCertificate, saving }: FormProps) {
  const say = useWords(goLiveWords)
  const access = useCredentialsForm()
  const send = async () => saving.mutate(await access.read(), { onSuccess: access.forget })
  return (
    <form onSubmit={withPreventDefault(() => void send())}>
      <Text>{say(isKept ? 'access_kept' : 'access_text')}</Text>
      <CredentialsFields access={access} className={style['fields']}>
        <Text>
          <strong>{say('certificate')}.</strong> {say(hasCertificate ? 'certificate_kept' : 'certificate_text')}
        </Text>
      </CredentialsFields>
      <Refused error={saving.error} />
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={!access.isWhole}>
          {say('save_access')}
        </Button>
      </Group>
    </form>
  )
}
