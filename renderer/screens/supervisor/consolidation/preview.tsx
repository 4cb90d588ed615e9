import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { Preview } from '../../../gateway/consolidation.ts'
import { Day } from '../../../parts/day.tsx'
import { Count, Money } from '../../../parts/figures.tsx'
import { TableHead } from '../../../parts/section.tsx'
import { Notice } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import style from './consolidation.module.css'

type Planned = Preview['documents'][number]

/** The documents that a run would make, and the receipts that it would leave out. */
export function PreviewTable({ preview }: { readonly preview: Preview }) {
  const say = useWords(consolidationWords)
  const { documents, receipts, left_over: left, nothing_to_declare: closed, to } = preview
  const isRounded = documents.some(({ ROUNDING_AMOUNT }) => hundredthsOf(ROUNDING_AMOUNT) !== 0n)
  const figures = [
    say('receipts'),
    say('without_tax'),
    say('tax'),
    ...(isRounded ? [say('rounding')] : []),
    say('total'),
  ]
  return (
    <>
      {documents.length === 0 && left === 0 && closed === 0 && (
        <Notice tone="calm">
          {say('nothing_up_to')} <Day value={to} />. {say('nothing_up_to_next')}
        </Notice>
      )}
      {documents.length > 0 && (
        <>
          <output>
            {say('would_make', { count: documents.length, receipts: say('member_count', { count: receipts }) })}{' '}
            <Day value={to} />
          </output>
          <div className={style['wide']}>
            <table className={style['table']}>
              <TableHead of={[say('till'), say('period'), say('lines'), ...figures]} figuresFrom={3} />
              <tbody>
                {documents.map((document, at) => (
                  // Two documents of a till can look alike, so the index is the key.
                  <PlannedRow key={at} document={document} isRounded={isRounded} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {closed > 0 && <Notice tone="calm">{say('closes', { count: closed })}</Notice>}
      {left > 0 && <Notice tone="hint">{say('left_over', { count: left })}</Notice>}
    </>
  )
}

interface PlannedRowProps {
  readonly document: Planned
  /** Whether any document in the table is rounded. */
  readonly isRounded: boolean
}

function PlannedRow({ document, isRounded }: PlannedRowProps) {
  const say = useWords(consolidationWords)
  const sayStatus = useWords(statusWords)
  const { outlet, terminal, CURRENCY_CODE: currency, first_line: first, last_line: last } = document
  const amounts = [
    ['without_tax', document.TOTAL_EXCLUDING_TAX],
    ['tax', document.TOTAL_TAX],
    ...(isRounded ? [['rounding', document.ROUNDING_AMOUNT] as const] : []),
    ['total', document.TOTAL_PAYABLE],
  ] as const
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
      {amounts.map(([name, amount]) => (
        <td key={name} className={style['number']}>
          <Money amount={amount} currency={currency} />
        </td>
      ))}
    </tr>
  )
}
