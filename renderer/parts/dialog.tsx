import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useAct } from '../gateway/act.ts'
import { everyScreenWords } from '../words/every-screen.ts'
import { useWords } from '../words/language.ts'
import style from './dialog.module.css'
import { withPreventDefault } from './forms.ts'
import { Secondary } from './secondary.tsx'
import { Refused } from './states.tsx'

/** For this time after it opens, and after each Enter, a dialog ignores Enter: the key was meant for what was there before. */
const deafMs = 250

interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** What the button does, in its own words: never “OK”. */
  readonly act: string
  readonly canAct?: boolean
  /** The state of the act. While it runs the button does nothing; if it was refused the dialog says why. */
  readonly doing?: { readonly isPending: boolean; readonly error?: unknown }
  readonly isDestructive?: boolean
  /** Whether the act is done, and the dialog shows its result. */
  readonly isDone?: boolean
  onAct(): void
  onClose(): void
}

/** A question before an act, open as long as it is drawn. Without a field, the focus is on the button that does nothing. */
export function Confirm(props: DialogProps) {
  const { title, children, act, canAct = true, doing, isDestructive = false, isDone = false, onAct, onClose } = props
  const isBusy = doing?.isPending ?? false
  const say = useWords(everyScreenWords)
  const [from] = useState(() => document.activeElement)
  const [openedAt] = useState(() => performance.now())
  const heardAt = useRef(openedAt)
  // Mantine gives the focus back only if the dialog stays drawn after it closes.
  useEffect(() => () => void (from instanceof HTMLElement && from.focus({ preventScroll: true })), [from])
  const ignoreEarlyEnter = (event: KeyboardEvent) => {
    const { key, repeat, timeStamp } = event.nativeEvent
    if (key !== 'Enter') return
    // Nor a key that is held down: it was meant for what had the focus before.
    if (!repeat && timeStamp - heardAt.current >= deafMs) heardAt.current = timeStamp
    else {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      lockScroll={false}
      // A click outside must not lose what was typed.
      closeOnClickOutside={false}
      centered
      size="lg"
      yOffset="2dvh"
      transitionProps={{ duration: 0 }}
      onKeyDownCapture={ignoreEarlyEnter}
    >
      <Modal.Overlay />
      <Modal.Content className={style['content'] ?? ''} data-question>
        {/* Not Mantine's header: a screen reader would hear a second banner beside that of the page. */}
        <div className={style['top']}>
          <Modal.Title className={style['title'] ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={say('leave')} />
        </div>
        <Modal.Body>
          <form onSubmit={withPreventDefault(() => canAct && !isBusy && onAct())}>
            <Stack gap="sm">
              {children}
              <Refused error={doing?.error ?? null} />
              <Group justify="flex-end" className={style['answers'] ?? ''}>
                <Secondary onClick={onClose} data-autofocus>
                  {say(isDone ? 'done' : 'cancel_dialog')}
                </Secondary>
                <Button
                  type="submit"
                  size="md"
                  {...(isDestructive && { color: 'red.9' })}
                  disabled={!canAct}
                  loading={isBusy}
                  // The second click of a double click must not do the act twice.
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

/** Counted as the gateway and the authority count: code points, after trimming (contract 8). */
const mostCharacters = 200
const countedFrom = 150
const lengthOf = (text: string): number => [...text.trim()].length

interface ReasonFieldProps {
  readonly label: string
  readonly reason: string
  /** Common reasons, each to be chosen with one touch. */
  readonly usual?: readonly string[]
  onChange(reason: string): void
}

export const isReason = (reason: string): boolean => lengthOf(reason) > 0 && lengthOf(reason) <= mostCharacters

/** A field for a reason. A long one is counted. None is chosen beforehand, and the first of the usual ones has the focus. */
export function ReasonField({ label, reason, usual = [], onChange }: ReasonFieldProps) {
  const pick = (each: string, { currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    onChange(each)
    // After it is drawn, the PIN of a supervisor has the focus, or else the act.
    setTimeout(() => form?.querySelector<HTMLElement>('[type=password], [type=submit]')?.focus({ preventScroll: true }))
  }
  return (
    <>
      {usual.length > 0 && (
        <Group gap="xs" role="group" aria-label={label}>
          {usual.map((each) => (
            <Secondary
              key={each}
              size="sm"
              px="sm"
              aria-pressed={each === reason}
              data-autofocus
              onClick={(event) => pick(each, event)}
            >
              {each}
            </Secondary>
          ))}
        </Group>
      )}
      <Textarea
        label={label}
        withAsterisk
        rows={1}
        data-autofocus
        // The reason that is there is replaced by typing.
        onFocus={(event) => event.currentTarget.select()}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
        description={lengthOf(reason) > countedFrom && `${lengthOf(reason)} / ${mostCharacters}`}
        error={lengthOf(reason) > mostCharacters}
      />
    </>
  )
}

interface DialogButtonProps {
  readonly label: string
  /** Draws the dialog while it is open. */
  children(close: () => void): ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ label, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Secondary onClick={() => setOpen(true)}>{label}</Secondary>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

interface AskedActProps {
  /** On the button that opens the question, and on the one that confirms it. */
  readonly label: string
  readonly title: string
  readonly text: string
  /** If the act needs a reason, the label of its field. */
  readonly why?: string
  readonly isDestructive?: boolean
  /** First parts of the query keys to fetch again afterwards. */
  readonly stale: readonly string[]
  /** @param reason empty if none is asked for */
  act(reason: string): Promise<unknown>
}

/** A button that asks a question before its act. */
export function ConfirmButton({ label, title, text, why, isDestructive = false, stale, act }: AskedActProps) {
  const [reason, setReason] = useState<string | null>(null)
  const close = () => setReason(null)
  const doing = useAct(stale, act, close)
  return (
    <>
      <Secondary onClick={() => setReason('')}>{label}</Secondary>
      {reason !== null && (
        <Confirm
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
        </Confirm>
      )}
    </>
  )
}
