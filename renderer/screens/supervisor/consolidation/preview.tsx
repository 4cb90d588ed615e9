import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import type { Preview } from '../../../gateway/consolidation.ts'
import { Day } from '../../../parts/day.tsx'
import { Count, Money } from '../../../parts/figures.tsx'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Notice } from '../../../parts/states.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import style from './consolidation.module.css'

const firstFigure = 3

/** The documents that a run would make, and the receipts that it would leave out. */
export function PreviewTable({ preview }: { readonly preview: Preview }) {
  const say = useWords(consolidationWords)
  const plain = usePlainSentence()
  const { documents, receipts, left_over: left, nothing_to_declare: closed, to } = preview
  const isRounded = documents.some(({ ROUNDING_AMOUNT }) => hundredthsOf(ROUNDING_AMOUNT) !== 0n)
  const rounding = isRounded ? [say('rounding')] : []
  const figures = [say('receipts'), say('excluding_tax'), say('tax'), ...rounding, say('total')]
  return (
    <>
      {documents.length === 0 && left === 0 && closed === 0 && (
        <Notice tone="calm">{plain(say('nothing_up_to', { day: to }))}</Notice>
      )}
      {documents.length > 0 && (
        <>
          <output>
            {say('would_make', { count: documents.length, receipts: say('member_count', { count: receipts }) })}{' '}
            <Day value={to} />
          </output>
          {/* It scrolls, so the keyboard has to reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={style['wide']} data-sideways tabIndex={0} role="group" aria-label={say('make')}>
            <Table
              className={style['table']}
              head={[say('TERMINAL_NAME'), say('period'), say('lines'), ...figures]}
              figuresFrom={firstFigure}
            >
              {documents.map((document, at) => (
                // Two documents of a till can look alike, so the index is the key.
                <PlannedRow key={at} document={document} isRounded={isRounded} />
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

interface PlannedRowProps {
  readonly document: Preview['documents'][number]
  /** Whether any document in the table is rounded. */
  readonly isRounded: boolean
}

function PlannedRow({ document, isRounded }: PlannedRowProps) {
  const say = useWords(consolidationWords)
  const sayStatus = useWords(statusWords)
  const { outlet, terminal, CURRENCY_CODE: currency, first_line: first, last_line: last } = document
  const rounding = isRounded ? [document.ROUNDING_AMOUNT] : []
  const told = (line: string) =>
    line
      .replace('Receipts', say('receipts'))
      .replace(/^Receipt\b/, say('one_receipt'))
      .replace(', shift', ` · ${say('SHIFT_CODE')}`)
  const amounts = [document.TOTAL_EXCLUDING_TAX, document.TOTAL_TAX, ...rounding, document.TOTAL_PAYABLE]
  return (
    <Row figuresFrom={firstFigure}>
      <>
        <bdi>{outlet}</bdi> · <bdi>{terminal}</bdi>
        {document.FAMILY === 'self_billed' && <span className="quiet"> · {sayStatus('self_billed')}</span>}
      </>
      <Day value={document.period} />
      <div className={style['described']}>
        {say('line_count', { count: document.lines })}
        <br />
        <span className="quiet">{last === first ? told(first) : `${told(first)} … ${told(last)}`}</span>
      </div>
      <Count value={document.members} />
      {amounts.map((amount, at) => (
        // Amounts of a document can be equal, so the index is the key.
        <Money key={at} amount={amount} currency={currency} />
      ))}
    </Row>
  )
}
