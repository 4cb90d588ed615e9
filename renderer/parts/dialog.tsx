import { Button, Group, Modal, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import style from './dialog.module.css'

/** An Enter that was meant for what was on the screen before must not answer a question nobody has read. */
const deafMs = 250

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly children: ReactNode
  /** What it does, in its own words: never just “OK”. */
  readonly act: string
  readonly canAct?: boolean
  readonly isBusy?: boolean
  readonly isDestructive?: boolean
  onAct(): void
  onClose(): void
}

/** A question before an act. Doing nothing is the answer that has the focus where the act cannot be undone. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, children, act, canAct = true, isBusy = false, isDestructive = false, onAct, onClose } = props
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
              <Group justify="flex-end" className={style['answers'] ?? ''}>
                <Button variant="default" size="md" onClick={onClose} data-autofocus={isDestructive || undefined}>
                  {say('cancel_dialog')}
                </Button>
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
