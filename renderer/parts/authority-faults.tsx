import type { AuthorityFault } from '../screens/cashier/new-document/fault-fields.ts'
import { faultWords } from '../words/authority-faults.ts'
import { useWords } from '../words/language.ts'
import style from './authority-faults.module.css'

const fieldWords = [
  'TIN',
  'NAME',
  'PHONE',
  'EMAIL',
  'CITY',
  'POSTCODE',
  'STATE_CODE',
  'COUNTRY_CODE',
  'LINES',
  'MSIC_CODE',
  'CLASSIFICATION_CODES',
  'UNIT_CODE',
  'QUANTITY',
  'DISCOUNT_AMOUNT',
  'EXEMPTION_REASON',
  'RATE',
  'TAX_TYPE',
  'UNIT_PRICE',
  'DESCRIPTION',
  'CURRENCY_CODE',
  'EXCHANGE_RATE',
  'METHOD',
  'SALE_GUID',
  'DOCUMENT_NUMBER',
] as const

/** Of an address as `BUYER.ADDRESS.LINES.0`: its last name. */
const fieldOf = (at: string) =>
  fieldWords.find(
    (word) =>
      word ===
      at
        .split('.')
        .filter((part) => !/^\d+$/.test(part))
        .at(-1),
  )

/** @returns says a fault of MyInvois in the language of the screen, by the field where it is mended */
export function useFaultSentence(): (fault: AuthorityFault) => string {
  const say = useWords(faultWords)
  return ({ at }) => {
    const field = at === null ? undefined : fieldOf(at)
    if (at === null || field === undefined) return say('refused_elsewhere')
    const line = /^LINES\.(\d+)\./.exec(at)?.[1]
    const named = line === undefined ? say(field) : say('line', { number: Number(line) + 1, field: say(field) })
    return say(field === 'TIN' ? 'refused_tin' : 'refused_field', { field: named })
  }
}

/** What MyInvois refused, in the person's own language; its own words stand behind “Details”, for who is asked for them. */
export function AuthorityFaults({ faults }: { readonly faults: readonly AuthorityFault[] }) {
  const say = useWords(faultWords)
  const sentence = useFaultSentence()
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
