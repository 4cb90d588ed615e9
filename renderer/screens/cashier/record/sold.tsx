import { Title } from '@mantine/core'
import type { RecordDetail } from '../../../gateway/records.ts'
import { Money, priceText } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

/** The lines and for whom, as the gateway worked them out. */
export function Sold({ shown: { sale, record } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  if (!sale) return <p role="alert">{say('sale_unreadable')}</p>
  const party = sale.BUYER ?? sale.SUPPLIER
  const currency = record.CURRENCY_CODE
  return (
    <section className={style['part']} aria-label={say('lines')}>
      <Title order={2} size="h4">
        {say(sale.SUPPLIER ? 'supplier' : 'buyer')}
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
          say(record.MEMBERS === undefined ? 'general_public' : 'nobody_named')
        )}
      </p>
      <Title order={2} size="h4">
        {say('lines')}
      </Title>
      <table className={style['lines']}>
        <thead>
          <tr>
            <th scope="col">{say('description')}</th>
            <th scope="col">{say('quantity')}</th>
            <th scope="col">{say('each')}</th>
            <th scope="col">{say('total')}</th>
          </tr>
        </thead>
        <tbody>
          {sale.LINES.map((line, at) => (
            // A line has no name but its place.
            <tr key={at}>
              <td>
                <bdi>{line.DESCRIPTION}</bdi>
              </td>
              <td className="figure">{line.QUANTITY}</td>
              <td className="figure">{priceText(line.UNIT_PRICE, currency)}</td>
              <td>
                <Money amount={line.TOTAL_EXCLUDING_TAX} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {say('excluding_tax')}
            </th>
            <td>
              <Money amount={sale.TOTALS.TOTAL_EXCLUDING_TAX} currency={currency} />
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              {say('tax')}
            </th>
            <td>
              <Money amount={sale.TOTALS.TOTAL_TAX} currency={currency} />
            </td>
          </tr>
          <tr>
            <th scope="row" colSpan={3}>
              {say('payable')}
            </th>
            <td>
              <strong>
                <Money amount={sale.TOTALS.TOTAL_PAYABLE} currency={currency} />
              </strong>
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
