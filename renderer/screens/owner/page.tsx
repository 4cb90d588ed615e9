import { Alert, Text, Title } from '@mantine/core'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import style from './settings.module.css'

interface PageProps {
  readonly title: string
  /** What this room is for, in a sentence. */
  readonly text: string
  readonly children: ReactNode
}

export function Page({ title, text, children }: PageProps) {
  return (
    <div className={style['page']}>
      <div>
        <Title order={2} size="h2">
          {title}
        </Title>
        <Text className="quiet">{text}</Text>
      </div>
      {children}
    </div>
  )
}

export function Part({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <section className={style['part']} aria-label={title}>
      {title !== undefined && (
        <Title order={3} size="h4">
          {title}
        </Title>
      )}
      {children}
    </section>
  )
}

/** A change in the settings; what the screen shows of it is asked for again. */
export function useAct<Given, Answer>(
  stale: string,
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient()
  return useMutation({ mutationFn: act, onSettled: () => queries.invalidateQueries({ queryKey: [stale] }) })
}

interface ShownOnceProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** What is shown this once, to be written down or copied. */
export const ShownOnce = ({ title, text, children }: ShownOnceProps) => (
  <Alert title={title} variant="light" mt="md" role="status">
    <p className={style['secret']}>{text}</p>
    <CopyButton text={text} />
    {children}
  </Alert>
)

interface AskedActProps {
  /** On the button, and on the one that answers. */
  readonly label: string
  readonly title: string
  readonly text: string
  readonly isDestructive?: boolean
  /** What the screen shows of it. */
  readonly stale: string
  act(): Promise<unknown>
}

/** A button whose act is done after a question. */
export function AskedAct({ label, title, text, isDestructive = false, stale, act }: AskedActProps) {
  const [isAsking, setAsking] = useState(false)
  const doing = useAct(stale, act)
  const close = () => setAsking(false)
  return (
    <>
      <Secondary onClick={() => setAsking(true)}>{label}</Secondary>
      <Dialog
        title={title}
        isOpen={isAsking}
        isDestructive={isDestructive}
        act={label}
        doing={doing}
        onAct={() => doing.mutate(undefined, { onSuccess: close })}
        onClose={close}
      >
        <p>{text}</p>
      </Dialog>
    </>
  )
}
