import { Alert, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { focusAt, inOrder, nameAt } from './focus-at.ts'
import style from './new-document.module.css'

/** The authority’s faults begin with the field, too. */
const withoutName = (sentence: string, name: string): string =>
  sentence.startsWith(name) ? sentence.slice(name.length).replace(/^[:：] ?/, '') : sentence

/** How many faults there are, and the way to each. */
export function Faults({ errors }: { readonly errors: Readonly<Record<string, unknown>> }) {
  const say = useWords(newDocumentWords)
  const [names, setNames] = useState<Readonly<Record<string, string | null>>>({})
  // What a field is called, and where it stands, is known once it is drawn.
  useEffect(() => {
    const named = () => setNames(Object.fromEntries(inOrder(Object.keys(errors)).map((at) => [at, nameAt(at)])))
    const frame = requestAnimationFrame(named)
    return () => cancelAnimationFrame(frame)
  }, [errors])
  const order = Object.keys(names)
  const entries = Object.entries(errors).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  if (entries.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert" title={say('faults', { count: entries.length })}>
      <ul className={style['faults']}>
        {entries.map(([at, sentence]) => (
          <li key={at}>
            {names[at] ? (
              <UnstyledButton className={style['fault'] ?? ''} onClick={() => focusAt(at)}>
                <strong>{names[at]}</strong> {withoutName(String(sentence), names[at])}
              </UnstyledButton>
            ) : (
              String(sentence)
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
