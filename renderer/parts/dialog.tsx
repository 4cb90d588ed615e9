import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useAct } from '../gateway/act.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './dialog.module.css'
import { Secondary } from './secondary.tsx'
import { Refused } from './states.tsx'

/** An Enter that was meant for what was on the screen before must not answer a question that was not read. */
const deafMs = 250

interface Doing {
  readonly isPending: boolean
  readonly error?: unknown
}

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** What it does, in its own words: never just “OK”. */
  readonly act: string
  readonly canAct?: boolean
  /** What the act does: while it goes on it is not asked for again, and what refuses it is said below. */
  readonly doing?: Doing
  readonly isDestructive?: boolean
  onAct(): void
  onClose(): void
}

/**
 * A question before an act, open for as long as it is drawn. If the act cannot be undone, the focus is on the answer
 * that does nothing.
 */
export function Dialog(props: DialogProps) {
  const { title, children, act, canAct = true, doing, isDestructive = false, onAct, onClose } = props
  const isBusy = doing?.isPending ?? false
  const say = useWords(shellWords)
  const [opened] = useState(() => ({ at: performance.now(), from: document.activeElement }))
  // The kit gives the focus back only to what opened a dialog that stays drawn.
  useEffect(
    () => () => void (opened.from instanceof HTMLElement && opened.from.focus({ preventScroll: true })),
    [opened],
  )
  const ignoreEarlyEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || performance.now() - opened.at >= deafMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      lockScroll={false}
      // A click beside it must not throw away what was typed.
      closeOnClickOutside={false}
      centered
      size="lg"
      transitionProps={{ duration: 0 }}
      onKeyDownCapture={ignoreEarlyEnter}
    >
      <Modal.Overlay />
      <Modal.Content className={style['content'] ?? ''} data-question>
        {/* Not the kit's: a second banner beside that of the page would mislead who listens. */}
        <div className={style['top']}>
          <Modal.Title className={style['title'] ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say('close')} />
        </div>
        <Modal.Body>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (canAct && !isBusy) onAct()
            }}
          >
            <Stack gap="md">
              {children}
              <Refused error={doing?.error ?? null} />
              <Group justify="flex-end" className={style['answers'] ?? ''}>
                <Secondary onClick={onClose} data-autofocus={isDestructive || undefined}>
                  {say('cancel_dialog')}
                </Secondary>
                <Button
                  type="submit"
                  size="md"
                  {...(isDestructive && { color: 'red.9' })}
                  disabled={!canAct}
                  loading={isBusy}
                  // The second half of a double click is the same press: what is asked for is asked once.
                  onClick={(event) => event.detail > 1 && event.preventDefault()}
                >
                  {act}
                </Button>
              </Group>
            </Stack>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** As the gateway and the authority count: code points, after trimming (contract 8). */
const mostCharacters = 200
const lengthOf = (text: string): number => [...text.trim()].length

interface ReasonFieldProps {
  readonly label: string
  readonly reason: string
  /** Where the dialog begins. */
  readonly isFirst?: boolean
  /** What it usually is, to be taken with one touch. */
  readonly usual?: readonly string[]
  onChange(reason: string): void
}

export const isReason = (reason: string): boolean => lengthOf(reason) > 0 && lengthOf(reason) <= mostCharacters

/** Why something is done, asked once, with how much room is left. */
export function ReasonField({ label, reason, isFirst = true, usual = [], onChange }: ReasonFieldProps) {
  return (
    <>
      {usual.length > 0 && (
        <Group gap="xs" role="group" aria-label={label}>
          {usual.map((each) => (
            <Secondary key={each} aria-pressed={each === reason} onClick={() => onChange(each)}>
              {each}
            </Secondary>
          ))}
        </Group>
      )}
      <Textarea
        label={label}
        withAsterisk
        autosize={false}
        rows={3}
        data-autofocus={isFirst || undefined}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
        description={`${lengthOf(reason)} / ${mostCharacters}`}
        error={lengthOf(reason) > mostCharacters}
      />
    </>
  )
}

interface AskedActProps {
  /** On the button, and on the one that answers. */
  readonly label: string
  readonly title: string
  readonly text: string
  /** What the person is asked to say, if the act wants a reason. */
  readonly why?: string
  readonly isDestructive?: boolean
  /** What the screens show of it. */
  readonly stale: readonly string[]
  /** @param reason empty if none is asked */
  act(reason: string): Promise<unknown>
}

/** A button whose act is done after a question. */
export function AskedAct({ label, title, text, why, isDestructive = false, stale, act }: AskedActProps) {
  const [reason, setReason] = useState<string | null>(null)
  const close = () => setReason(null)
  const doing = useAct(stale, act, close)
  return (
    <>
      <Secondary onClick={() => setReason('')}>{label}</Secondary>
      {reason !== null && (
        <Dialog
          title={title}
          isDestructive={isDestructive}
          act={label}
          canAct={why === undefined || isReason(reason)}
          doing={doing}
          onAct={() => doing.mutate(reason.trim())}
          onClose={close}
        >
          <Text>{text}</Text>
          {why !== undefined && <ReasonField label={why} reason={reason} onChange={setReason} />}
        </Dialog>
      )}
    </>
  )
}
