import { UnstyledButton } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { say as sayIn } from '../../../../shared/words/words.ts'
import { focusDrawn } from '../../../parts/in-sight.ts'
import { faultEntriesOf, Notice } from '../../../parts/states.tsx'
import { currentLanguage, inLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import style from './faults.module.css'
import { bodyPathToFormPath, type DocumentForm, type LineFields } from './values.ts'

/** The gateway's sentences by the field's address in the form. If a field has several faults, the first one counts. */
export function errorsByField(error: Error, lines: readonly LineFields[] = []): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { pointer, code, message } of faultEntriesOf(error)) {
    const address = bodyPathToFormPath(pointer.slice(1).replaceAll('/', '.'), lines)
    // In a form an empty field means that it is missing, so it is called missing and not too short.
    errors[address] ??= code === 'too_short' ? sayIn(currentLanguage(), 'finding', 'required') : message
  }
  return errors
}

/** After a change of the language, says the errors of a form again. @param own those that are not from the gateway */
export function useErrorsInLanguage(form: Pick<DocumentForm, 'errors' | 'setErrors'>, own: typeof form.errors = {}) {
  const language = useLanguage()
  useDidUpdate(() => {
    // Errors in this form are sentences.
    const entries = Object.entries(form.errors as Readonly<Record<string, string>>)
    form.setErrors(Object.fromEntries(entries.map(([at, said]) => [at, own[at] ?? inLanguage(said, language)])))
  }, [language])
}

/** The number of faults, and a link to each. @param without leaves out a buyer who cannot give the details */
export function Faults({ errors, without }: { readonly errors: object; readonly without?: false | (() => void) }) {
  const say = useWords(newDocumentWords)
  const [names, setNames] = useState<Readonly<Record<string, string | null>>>({})
  // Names and places of fields are known only after drawing.
  useEffect(() => {
    const named = () => setNames(Object.fromEntries(inOrder(Object.keys(errors)).map((at) => [at, nameAt(at)])))
    const frame = requestAnimationFrame(named)
    return () => cancelAnimationFrame(frame)
  }, [errors])
  const order = Object.keys(names)
  const entries = Object.entries(errors).toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  if (entries.length === 0) return null
  return (
    <Notice tone="bad" title={say('faults', { count: entries.length })}>
      <ul className={style['faults']}>
        {entries.map(([at, sentence]) => (
          <li key={at}>
            {names[at] ? (
              <UnstyledButton className={style['fault'] ?? ''} onClick={() => focusAt(at)}>
                {String(sentence).startsWith(names[at]) || <strong>{names[at]}</strong>} {String(sentence)}
              </UnstyledButton>
            ) : (
              String(sentence)
            )}
          </li>
        ))}
        {without && entries.some(([at]) => at.startsWith('BUYER')) && (
          <li>
            <UnstyledButton className={style['fault'] ?? ''} onClick={without}>
              {say('no_buyer')}
            </UnstyledButton>
          </li>
        )}
      </ul>
    </Notice>
  )
}

const escaped = (address: string): string => CSS.escape(address)

/** The field with this address, or the first one within it: `BUYER` has many. */
const fieldAt = (address: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-at="${escaped(address)}"]`) ??
  document.querySelector<HTMLElement>(`[data-at^="${escaped(address)}."]`)

/** Focuses a field, also one that is about to be drawn. */
export const focusAt = (address: string): void => focusDrawn(() => fieldAt(address))

/** @returns the addresses in the order of the screen; those without a field come last */
const inOrder = (addresses: readonly string[]): readonly string[] =>
  addresses.toSorted((one, other) => {
    const [first, second] = [fieldAt(one), fieldAt(other)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })

export const isNamedField = (address: string): boolean => nameAt(address) !== null

/** The field's name on the screen, with the number of its line; null if the form has no such field. */
function nameAt(address: string): string | null {
  const field = fieldAt(address)
  if (!(field instanceof HTMLInputElement)) return null
  const label = field.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? ''
  const group = field.closest('fieldset')?.querySelector('legend')?.textContent
  return group ? `${group} · ${label}` : label
}
