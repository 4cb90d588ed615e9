import { Link } from '@tanstack/react-router'
import type { RunRow } from '../../../acts/run.ts'
import { Money } from '../../../parts/figures.tsx'
import { SoldOn, useCame } from '../../../parts/sold-at.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { statusWords } from '../../../words/status.ts'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'
import { useTold } from './told.ts'

export function SaleCell({ record }: TodoRow) {
  const sayStatus = useWords(statusWords)
  return (
    <Link
      to="/todo"
      search={(search) => ({ ...search, at: record.SALE_GUID })}
      className={style['open'] ?? ''}
      // Enter on the row opens it: one Tab goes through the list, not one for every row.
      tabIndex={-1}
    >
      <bdi className={style['code']}>{record.SALE_CODE}</bdi>
      <span className="quiet">
        {sayStatus(record.KIND)} · <bdi>{record.TERMINAL_NAME}</bdi> · <SoldOn record={record} />
      </span>
    </Link>
  )
}

export function NextCell({ record, party_name }: TodoRow) {
  const say = useWords(salesWords)
  const came = useCame()(record)
  const why = [came, record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON].filter((part) => part !== null).join(' · ')
  return (
    <>
      <bdi>{party_name ?? say('no_buyer')}</bdi>
      <span className="quiet" title={why}>
        {why}
      </span>
    </>
  )
}

export const AmountCell = ({ record }: TodoRow) => (
  <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
)

export const ResultCell = ({ record, outcome }: TodoRow) =>
  outcome === null ? null : <Result record={record} outcome={outcome} />

function Result(row: Pick<RunRow, 'record' | 'outcome'>) {
  const { tone, word, more } = useTold()(row)
  return (
    <span className={style['told']} data-outcome={row.outcome.kind} data-tone={tone}>
      <b>{word}</b>
      {more !== '' && <span title={more}>{more}</span>}
    </span>
  )
}
