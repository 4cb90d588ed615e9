import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { Preview } from '../../../gateway/consolidation.ts'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { Day } from '../../../parts/day.tsx'
import { Count, Money } from '../../../parts/figures.tsx'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Notice } from '../../../parts/states.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import style from './consolidation.module.css'

const firstFigure = 2
const amountNames = ['TOTAL_EXCLUDING_TAX', 'TOTAL_TAX', 'ROUNDING_AMOUNT', 'TOTAL_PAYABLE'] as const

/** The documents that a run would make, and the receipts that it would leave out. */
export function PreviewTable({ preview }: { readonly preview: Preview }) {
  const say = useWords(consolidationWords)
  const sayStatus = useWords(statusWords)
  const plain = usePlainSentence()
  const { documents, receipts, left_over: left, nothing_to_declare: closed, to } = preview
  const isRounded = documents.some(({ ROUNDING_AMOUNT }) => hundredthsOf(ROUNDING_AMOUNT) !== 0n)
  const figures = ['receipts', 'excluding_tax', 'tax', ...(isRounded ? (['rounding'] as const) : []), 'total'] as const
  return (
    <>
      {documents.length === 0 && left === 0 && closed === 0 && (
        <Notice tone="calm">{plain(say('nothing_up_to', { day: to }))}</Notice>
      )}
      {documents.length > 0 && (
        <>
          <output>
            {say('would_make', { count: documents.length, receipts: say('member_count', { count: receipts }) })}{' '}
            <Day value={to} />: <b>{formatCurrencySums(documents)}</b>
          </output>
          {/* It scrolls, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={style['wide']} data-sideways tabIndex={0} role="group" aria-label={say('make')}>
            <Table
              className={style['table']}
              head={(['TERMINAL_NAME', 'period', ...figures] as const).map((word) => say(word))}
              figuresFrom={firstFigure}
            >
              {documents.map((document, at) => (
                // Two documents of a till can look alike, so the index is the key.
                <Row key={at} figuresFrom={firstFigure}>
                  <>
                    <bdi>{document.outlet}</bdi> · <bdi>{document.terminal}</bdi>
                    {document.FAMILY === 'self_billed' && <span className="quiet"> · {sayStatus('self_billed')}</span>}
                  </>
                  <Day value={document.period} />
                  <Count value={document.members} />
                  {amountNames
                    .filter((name) => isRounded || name !== 'ROUNDING_AMOUNT')
                    .map((name) => (
                      <Money key={name} amount={document[name]} currency={document.CURRENCY_CODE} />
                    ))}
                </Row>
              ))}
            </Table>
          </div>
        </>
      )}
      {closed > 0 && <Notice tone="calm">{say('closes', { count: closed })}</Notice>}
      {left > 0 && <Notice tone="hint">{say('left_over', { count: left })}</Notice>}
    </>
  )
}
