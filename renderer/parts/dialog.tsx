import { Button, Group, Modal, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './dialog.module.css'
import { Secondary } from './secondary.tsx'
import { Refused } from './states.tsx'

/** An Enter that was meant for what was on the screen before must not answer a question that was not read. */
const deafMs = 250

interface Doing {
  readonly isPending: boolean
  readonly error: unknown
}

interface DialogProps {
  readonly title: string
  /** If left out, it is open for as long as it is drawn. */
  readonly isOpen?: boolean
  readonly children: ReactNode
  /** What it does, in its own words: never just “OK”. */
  readonly act: string
  readonly canAct?: boolean
  /** What the act does: while it goes on it is not asked for again, and what refuses it is said below. */
  readonly doing?: Doing
  readonly isBusy?: boolean
  readonly isDestructive?: boolean
  onAct(): void
  onClose(): void
}

/** A question before an act. Doing nothing is the answer that has the focus where the act cannot be undone. */
export function Dialog(props: DialogProps) {
  const { title, isOpen = true, children, act, canAct = true, doing, isDestructive = false, onAct, onClose } = props
  const isBusy = doing?.isPending ?? props.isBusy ?? false
  const say = useWords(shellWords)
  const openedAt = useRef(0)
  useEffect(() => {
    if (isOpen) openedAt.current = performance.now()
  }, [isOpen])
  const ignoreEarlyEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || performance.now() - openedAt.current >= deafMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Modal.Root
      opened={isOpen}
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
              {doing && <Refused error={doing.error} />}
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
