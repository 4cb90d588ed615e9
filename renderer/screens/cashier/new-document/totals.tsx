import { Text } from '@mantine/core'
import { Money } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { CheckedDraft } from './check.ts'
import style from './new-document.module.css'

/** What it comes to, as it is typed. */
export function Totals({ checked, currency }: { readonly checked: CheckedDraft; readonly currency: string }) {
  const say = useWords(newDocumentWords)
  const { totals } = checked
  if (totals === null) return <Text className="quiet">{say('no_totals')}</Text>
  return (
    <div aria-live="polite">
      <p className={style['sum']}>
        <span>{say('excluding_tax')}</span>
        <Money amount={totals.excludingTax} currency={currency} />
      </p>
      <p className={style['sum']}>
        <span>{say('tax')}</span>
        <Money amount={totals.tax} currency={currency} />
      </p>
      {totals.rounding !== null && (
        <p className={style['sum']}>
          <span>{say('rounding')}</span>
          <Money amount={totals.rounding} currency={currency} />
        </p>
      )}
      <p className={`${style['sum'] ?? ''} ${style['payable'] ?? ''}`}>
        <span>{say('payable')}</span>
        <Money amount={totals.payable} currency={currency} />
      </p>
    </div>
  )
}
