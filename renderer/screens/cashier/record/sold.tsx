import { Title } from '@mantine/core'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { Money, priceText } from '../../../parts/figures.tsx'
import { statusLookOf } from '../../../parts/status-mark.tsx'
import { TableHead } from '../../../parts/table.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

/** The lines and the buyer, with the amounts that the gateway computed. */
export function SaleContent({ shown: { sale, record, refunded } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  if (!sale) return <p role="alert">{say('sale_unreadable')}</p>
  const party = sale.BUYER ?? sale.SUPPLIER
  const currency = record.CURRENCY_CODE
  const title = say(record.KIND === 'refund_note' ? 'what_is_given_back' : 'what_was_sold')
  return (
    <section className={style['part']} aria-label={title}>
      <Title order={2} size="h4">
        {say(sale.SUPPLIER ? 'SUPPLIER' : 'BUYER')}
      </Title>
      <p>
        {party ? (
          <>
            <bdi>{party.NAME}</bdi>{' '}
            <span className="quiet">
              TIN <bdi>{party.TIN}</bdi> · {party.ID_TYPE} <bdi>{party.ID_NUMBER}</bdi>
            </span>
          </>
        ) : (
          say(publicWordOf(record, refunded))
        )}
      </p>
      <Title order={2} size="h4">
        {title}
      </Title>
      <table className={style['lines']}>
        <TableHead of={[say('description'), say('total')]} />
        <tbody>
          {sale.LINES.map((line, at) => (
            <tr key={at}>
              <td>
                <bdi>{line.DESCRIPTION}</bdi>
                <div className="quiet">
                  {line.QUANTITY} × {priceText(line.UNIT_PRICE, currency)}
                </div>
              </td>
              <td>
                <Money amount={line.TOTAL_EXCLUDING_TAX} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sumsOf(sale).map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{say(name === 'payable' && givesBack({ kind: record.KIND }) ? 'to_refund' : name)}</th>
              <td>
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </section>
  )
}

/** What becomes of a sale to the general public. A consolidated document is itself what the others become part of. */
function publicWordOf(record: RecordDetail['record'], refunded: boolean) {
  const isOpen = record.STATUS === 'Pending' && refunded
  if (isOpen || statusLookOf(record) === 'nothing_to_declare') return 'general_public_none'
  return record.MEMBERS === undefined && record.STATUS !== 'Voided' ? 'general_public' : 'without_named_buyer'
}

/** The rows from the total without tax to the amount to pay. They add up. */
function sumsOf({ TOTALS, ROUNDING_AMOUNT, PREPAID }: NonNullable<RecordDetail['sale']>) {
  const rounding = ROUNDING_AMOUNT ?? '0.00'
  const due = hundredthsOf(TOTALS.TOTAL_INCLUDING_TAX) + hundredthsOf(rounding)
  // A prepayment of the whole amount is not deducted (contract 5).
  const isTakenOff = PREPAID !== null && hundredthsOf(TOTALS.TOTAL_PAYABLE) !== due
  return [
    ['excluding_tax', TOTALS.TOTAL_EXCLUDING_TAX],
    ['tax', TOTALS.TOTAL_TAX],
    ...(hundredthsOf(rounding) === 0n ? [] : [['rounding', rounding] as const]),
    ...(isTakenOff ? [['prepaid', `-${PREPAID}`] as const] : []),
    ['payable', TOTALS.TOTAL_PAYABLE],
  ] as const
}
