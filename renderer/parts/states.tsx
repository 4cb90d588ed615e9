import { Alert, type AlertProps, Button, Loader, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { GatewayProblem } from '../../shared/api/call.ts'
import { NotConfirmed } from '../gateway/owner-pin.ts'
import { currentLanguage, inLanguage, useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { scrollIntoSight } from './in-sight.ts'
import { usePlainSentence } from './plain.ts'
import style from './states.module.css'

/** Shown while a screen loads. Empty and failed screens below say what to do next. */
export function Loading() {
  const say = useWords(shellWords)
  return (
    <Stack component="output" align="center" justify="center" className={style['state']} data-loading>
      <Loader size="lg" aria-hidden />
      <Text>{say('loading')}</Text>
    </Stack>
  )
}

interface EmptyProps {
  readonly title: string
  readonly next: string
  readonly children?: ReactNode
}

export function Empty({ title, next, children }: EmptyProps) {
  return (
    <Stack align="center" justify="center" gap="xs" className={style['state']}>
      <IconInbox size={56} stroke={1.25} aria-hidden />
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text className="quiet" ta="center" maw={520}>
        {next}
      </Text>
      {children}
    </Stack>
  )
}

/**
 * The gateway's sentence for an error as a whole, for a screen that also lists the faults. Otherwise use `useSentence`.
 */
export function useErrorHeadline(): (thrown: unknown) => string {
  const say = useWords(shellWords)
  const plain = usePlainSentence()
  return (thrown) => {
    if (thrown instanceof NotConfirmed) return say('not_confirmed')
    if (thrown instanceof GatewayProblem && thrown.problem.code === 'internal_error') return say('internal_error')
    return thrown instanceof GatewayProblem ? plain(thrown.problem.detail) : say('not_reached')
  }
}

/**
 * The sentence for an error. If the gateway lists faults, those are said, because its general sentence only points to
 * the list. An error that is not from the gateway means that it was not reached.
 */
export function useErrorSentence(): (thrown: unknown) => string {
  const headlineOf = useErrorHeadline()
  const plain = usePlainSentence()
  return (thrown) => {
    const messages = [...new Set(faultEntriesOf(thrown).map(({ message }) => plain(message)))]
    return messages.length === 0 ? headlineOf(thrown) : messages.join(currentLanguage() === 'zh' ? '' : ' ')
  }
}

/** Whether the error lists faults, which the form shows at its fields. */
export const hasFaults = (thrown: unknown): thrown is GatewayProblem => faultEntriesOf(thrown).length > 0

/** The faults that the gateway lists, in the language of the screen; none for any other error. */
export const faultEntriesOf = (thrown: unknown) =>
  thrown instanceof GatewayProblem
    ? thrown.problem.errors.map((each) => ({ ...each, message: inLanguage(each.message, currentLanguage()) }))
    : []

/** The gateway's fault of one field. An error that names no field is said once, by `Refused`. */
export const fieldFaultOf = (thrown: unknown, pointer: string): string | null =>
  faultEntriesOf(thrown).find((each) => each.pointer === pointer)?.message ?? null

export function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const say = useWords(shellWords)
  const sentenceOf = useErrorSentence()
  return (
    <Stack align="center" justify="center" gap="md" className={style['state']} role="alert">
      <IconCloudOff size={56} stroke={1.25} aria-hidden />
      <Text ta="center" maw={520}>
        {sentenceOf(error)}
      </Text>
      <Button onClick={retry}>{say('try_again')}</Button>
    </Stack>
  )
}

const tones = {
  bad: { color: 'red', role: 'alert' },
  warning: { color: 'orange', role: 'alert' },
  hint: { color: 'orange', role: 'status' },
  good: { color: 'green', role: 'status' },
  calm: { role: 'status' },
} as const

interface NoticeProps extends Omit<AlertProps, 'color' | 'variant'> {
  readonly tone: keyof typeof tones
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

export const Notice = ({ tone, ...props }: NoticeProps) => <Alert variant="light" {...tones[tone]} {...props} />

interface Awaited {
  readonly isPending: boolean
  readonly error: unknown
  refetch(): unknown
}

/** Shown while there is no answer: loading, or failed with a button to try again. */
export const QueryState = ({ query: { isPending, error, refetch } }: { readonly query: Awaited }) =>
  isPending ? <Loading /> : <Failed error={error} retry={() => void refetch()} />

/** Why an act was refused, in the gateway's words. @param error null if nothing was refused */
export function Refused({ error }: { readonly error: unknown }) {
  const sentenceOf = useErrorSentence()
  if (error === null) return null
  return (
    <Notice tone="bad" ref={scrollIntoSight}>
      {sentenceOf(error)}
    </Notice>
  )
}

/** The same in a form that shows the faults of fields at the fields. */
export const FormRefused = ({ error }: { error: unknown }) => <Refused error={hasFaults(error) ? null : error} />
