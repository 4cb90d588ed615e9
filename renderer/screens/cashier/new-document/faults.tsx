import { Alert, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { focusAt, nameAt } from './focus-at.ts'
import style from './new-document.module.css'

/** How many faults there are, and the way to each. */
export function Faults({ errors }: { readonly errors: Readonly<Record<string, unknown>> }) {
  const say = useWords(newDocumentWords)
  const [names, setNames] = useState<Readonly<Record<string, string | null>>>({})
  // What a field is called is known once it is drawn.
  useEffect(() => {
    const named = () => setNames(Object.fromEntries(Object.keys(errors).map((at) => [at, nameAt(at)])))
    const frame = requestAnimationFrame(named)
    return () => cancelAnimationFrame(frame)
  }, [errors])
  const entries = Object.entries(errors)
  if (entries.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert" title={say('faults', { count: entries.length })}>
      <ul className={style['faults']}>
        {entries.map(([at, sentence]) => (
          <li key={at}>
            {names[at] ? (
              <UnstyledButton className={style['fault'] ?? ''} onClick={() => focusAt(at)}>
                <strong>{names[at]}</strong> {String(sentence)}
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
