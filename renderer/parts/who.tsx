import { useWords } from '../words/language.ts'
import { whoWords } from '../words/who.ts'

/** @param by whom the journal names, in people's words: `person:Aminah for person:Siti` is Aminah for Siti */
export function Who({ by }: { readonly by: string }) {
  const say = useWords(whoWords)
  return (
    <bdi>
      {by === 'control'
        ? say('command_line')
        : by === 'nobody'
          ? say('somebody')
          : by === 'buyer'
            ? say('buyer')
            : by.replace(/\b(person|token):/g, '')}
    </bdi>
  )
}
