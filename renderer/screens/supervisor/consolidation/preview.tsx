import { Alert } from '@mantine/core'
import type { Preview } from '../../../gateway/consolidation.ts'
import { sen } from '../../../parts/amounts.ts'
import { Day } from '../../../parts/day.tsx'
import { Count, Money } from '../../../parts/figures.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import style from './consolidation.module.css'

type Planned = Preview['documents'][number]

/** The documents that would be made, and what would be left over. */
export function PreviewTable({ preview }: { readonly preview: Preview }) {
  const say = useWords(consolidationWords)
  const { documents, receipts, left_over: left, to } = preview
  const isRounded = documents.some(({ ROUNDING_AMOUNT }) => sen(ROUNDING_AMOUNT) !== 0n)
  return (
    <>
      {documents.length === 0 && left === 0 && (
        <Alert variant="light" role="status">
          {say('nothing_up_to')} <Day value={to} />. {say('nothing_up_to_next')}
        </Alert>
      )}
      {documents.length > 0 && (
        <>
          <output>
            {say('would_make', { count: documents.length, receipts: say('member_count', { count: receipts }) })}{' '}
            <Day value={to} />
          </output>
          <div className={style['wide']}>
            <table className={style['table']}>
              <thead>
                <tr>
                  <th scope="col">{say('till')}</th>
                  <th scope="col">{say('period')}</th>
                  <th scope="col">{say('lines')}</th>
                  <th scope="col" className={style['number']}>
                    {say('receipts')}
                  </th>
                  <th scope="col" className={style['number']}>
                    {say('without_tax')}
                  </th>
                  <th scope="col" className={style['number']}>
                    {say('tax')}
                  </th>
                  {isRounded && (
                    <th scope="col" className={style['number']}>
                      {say('rounding')}
                    </th>
                  )}
                  <th scope="col" className={style['number']}>
                    {say('total')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {documents.map((document, at) => (
                  // Several documents of a till may look alike.
                  <PlannedRow key={at} document={document} isRounded={isRounded} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {left > 0 && (
        <Alert color="orange" variant="light" role="status">
          {say('left_over', { count: left })}
        </Alert>
      )}
    </>
  )
}

interface PlannedRowProps {
  readonly document: Planned
  /** Whether any document of the table is rounded. */
  readonly isRounded: boolean
}

function PlannedRow({ document, isRounded }: PlannedRowProps) {
  const say = useWords(consolidationWords)
  const sayStatus = useWords(statusWords)
  const { outlet, terminal, CURRENCY_CODE: currency, first_line: first, last_line: last } = document
  return (
    <tr>
      <th scope="row">
        <bdi>{outlet}</bdi> · <bdi>{terminal}</bdi>
        {document.FAMILY === 'self_billed' && <span className="quiet"> · {sayStatus('self_billed')}</span>}
      </th>
      <td>
        <Day value={document.period} />
      </td>
      <td className={style['described']}>
        {say('line_count', { count: document.lines })}
        <br />
        <span className="quiet">
          <bdi>{first}</bdi>
          {last !== first && (
            <>
              {' … '}
              <bdi>{last}</bdi>
            </>
          )}
        </span>
      </td>
      <td className={style['number']}>
        <Count value={document.members} />
      </td>
      <td className={style['number']}>
        <Money amount={document.TOTAL_EXCLUDING_TAX} currency={currency} />
      </td>
      <td className={style['number']}>
        <Money amount={document.TOTAL_TAX} currency={currency} />
      </td>
      {isRounded && (
        <td className={style['number']}>
          <Money amount={document.ROUNDING_AMOUNT} currency={currency} />
        </td>
      )}
      <td className={style['number']}>
        <Money amount={document.TOTAL_PAYABLE} currency={currency} />
      </td>
    </tr>
  )
}
