import { CopyButton as Copying } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { Secondary } from './secondary.tsx'

/** Copies a text that a person otherwise has to type elsewhere. */
export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const say = useWords(shellWords)
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Secondary
          onClick={copy}
          leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        >
          {copied ? say('copied') : (label ?? say('copy'))}
        </Secondary>
      )}
    </Copying>
  )
}
