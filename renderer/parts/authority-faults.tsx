import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type AuthorityFault, faultsAtFields } from '../screens/cashier/new-document/fault-fields.ts'
import { refusedFieldWords } from '../words/authority-faults.ts'
import { useWords } from '../words/language.ts'
import style from './authority-faults.module.css'
import { reasonToneOf } from './status-mark.tsx'

type Field = keyof typeof refusedFieldWords.en & Uppercase<string>

const isField = (name: string | undefined): name is Field =>
  name !== undefined && name === name.toUpperCase() && name in refusedFieldWords.en

/** The last name in an address such as `BUYER.ADDRESS.LINES.0`. */
const lastNameOf = (at: string) => at.split('.').findLast((part) => !/^\d+$/.test(part))

/** @returns says a fault of MyInvois in the language of the screen, with the field that mends it */
export function useFaultSentence(): (fault: AuthorityFault) => string {
  const say = useWords(refusedFieldWords)
  return ({ at }) => {
    const field = at === null ? undefined : lastNameOf(at)
    if (at === null || !isField(field)) return say('refused_elsewhere')
    const line = /^LINES\.(\d+)\./.exec(at)?.[1]
    const named = line === undefined ? say(field) : say('line', { number: Number(line) + 1, field: say(field) })
    return say(field === 'TIN' ? 'refused_tin' : 'refused_field', { field: named })
  }
}

/** @returns the first fault of a document that was refused and is not closed; of others undefined */
export function useRefusalText() {
  const sentenceOf = useFaultSentence()
  return (record: WireRecord): string | undefined =>
    record.NEXT_ACTION.ACTION === 'correct' ? faultsAtFields(record).map(sentenceOf)[0] : undefined
}

/** Why a document is as it is: first of all what MyInvois refused. @param also what else is said there */
export function Reason({ record, also }: { readonly record: WireRecord; readonly also?: string }) {
  const refusal = useRefusalText()(record)
  const text = [refusal, also, !refusal && (record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON)]
    .filter(Boolean)
    .join(' · ')
  return (
    <span className="reason" data-tone={reasonToneOf(record)} title={text}>
      {text}
    </span>
  )
}

/**
 * Why MyInvois refused a document, in the language of the screen. The words of MyInvois are behind “Details”, for a
 * call to support.
 */
export function AuthorityFaults({ faults }: { readonly faults: readonly AuthorityFault[] }) {
  const say = useWords(refusedFieldWords)
  const sentence = useFaultSentence()
  if (faults.length === 0) return null
  return (
    <>
      <ul className={style['faults']}>
        {[...new Set(faults.map(sentence))].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <details className={style['details']}>
        <summary>{say('details')}</summary>
        <ul className={style['faults']}>
          {faults.map(({ code, message, at }) => (
            <li key={`${code} ${at} ${message}`}>
              <bdi lang="en">{message}</bdi> <bdi className="quiet">{code}</bdi>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
