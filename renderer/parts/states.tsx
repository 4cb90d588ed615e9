import { Alert, type AlertProps, Button, Loader, Stack, Text, Title } from '@mantine/core'
import { IconCloudOff, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { GatewayProblem } from '../../shared/api/call.ts'
import { NotConfirmed } from '../gateway/owner-pin.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { usePlain } from './plain.ts'
import style from './states.module.css'

/** Loading, empty and failed are states of a screen like any other: each says what it is and what comes next. */
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

/** What the gateway says of the whole, for a screen that shows its list of faults as well; else see `useSentence`. */
export function useHeadline(): (thrown: unknown) => string {
  const say = useWords(shellWords)
  const plain = usePlain()
  return (thrown) => {
    if (thrown instanceof NotConfirmed) return say('not_confirmed')
    return thrown instanceof GatewayProblem ? plain(thrown.problem.detail) : say('not_reached')
  }
}

/**
 * What went wrong, as the gateway says it; if it says nothing it was not reached. If it lists faults these are
 * said, since what it says of the whole only points to its list.
 */
export function useSentence(): (thrown: unknown) => string {
  const headlineOf = useHeadline()
  const plain = usePlain()
  return (thrown) => {
    const messages = entriesOf(thrown).map(({ message }) => message)
    return messages.length === 0 ? headlineOf(thrown) : plain([...new Set(messages)].join(' '))
  }
}

/** Its faults are said one by one where the form shows them. */
export const hasFaults = (thrown: unknown): boolean => entriesOf(thrown).length > 0

/** What the gateway finds fault with, entry by entry; none if it said something else, or nothing. */
export const entriesOf = (thrown: unknown) => (thrown instanceof GatewayProblem ? thrown.problem.errors : [])

/** The sentence for one field of a form: what the gateway says of that field, or of the whole if it names no field. */
export function useFaultOf(): (thrown: unknown, pointer: string) => string | null {
  const sentenceOf = useSentence()
  return (thrown, pointer) => {
    if (thrown === null) return null
    const entries = entriesOf(thrown)
    return entries.length === 0
      ? sentenceOf(thrown)
      : (entries.find((each) => each.pointer === pointer)?.message ?? null)
  }
}

export function Failed({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const say = useWords(shellWords)
  const sentenceOf = useSentence()
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
  calm: { role: 'status' },
} as const

interface NoticeProps extends Pick<AlertProps, 'role'> {
  readonly tone: keyof typeof tones
  readonly children: ReactNode
}

/** Something to know beside what one is doing. */
export const Notice = ({ tone, ...props }: NoticeProps) => <Alert variant="light" {...tones[tone]} {...props} />

interface Awaited {
  readonly isPending: boolean
  readonly error: unknown
  refetch(): unknown
}

/** What stands in the place of an answer that is not there: it is on its way, or it failed. */
export const Awaiting = ({ query: { isPending, error, refetch } }: { readonly query: Awaited }) =>
  isPending ? <Loading /> : <Failed error={error} retry={() => void refetch()} />

/** Why something was not done, as the gateway says it. @param error null while nothing went wrong */
export function Refused({ error }: { readonly error: unknown }) {
  const sentenceOf = useSentence()
  return error === null ? null : <Notice tone="bad">{sentenceOf(error)}</Notice>
}
