import { CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { everyScreenWords } from '../words/every-screen.ts'
import { useWords } from '../words/language.ts'
import { Secondary } from './secondary.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly label?: string | undefined
  /** Called after a click, if the browser lets this page copy. */
  copied?(): void
}

/** Copies a text that a person otherwise has to type elsewhere. */
export function CopyButton({ text, label, copied: done }: CopyButtonProps) {
  const say = useWords(everyScreenWords)
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Secondary
          onClick={() => {
            copy()
            if (window.isSecureContext) done?.()
          }}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        >
          {copied ? say('copied') : (label ?? say('copy'))}
        </Secondary>
      )}
    </Copying>
  )
}
