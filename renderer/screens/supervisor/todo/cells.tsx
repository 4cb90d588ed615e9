import { Link } from '@tanstack/react-router'
import type { Outcome } from '../../../acts/run.ts'
import { useRecord } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

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
        {sayStatus(record.KIND)} · <bdi>{record.TERMINAL_NAME}</bdi> ·{' '}
        <Time instant={record.SUBMITTED_AT} withSeconds={false} />
      </span>
    </Link>
  )
}

export function NextCell({ record, party_name }: TodoRow) {
  const say = useWords(salesWords)
  const why = record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON
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

export function ResultCell({ outcome, record }: TodoRow) {
  if (outcome === null) return null
  return outcome.kind === 'unanswered' ? <Unanswered guid={record.SALE_GUID} /> : <Told outcome={outcome} />
}

/** Watched until the answer is there. */
function Unanswered({ guid }: { readonly guid: string }) {
  const record = useRecord(guid).data?.record
  const isDone = record?.STATUS === 'Cancelled' || record?.STATUS === 'Voided'
  const refusal = record?.CANCELLATION?.STATE === 'Refused' ? (record.CANCELLATION.MESSAGE ?? '') : null
  if (refusal !== null) return <Told outcome={{ kind: 'denied', sentence: refusal }} />
  return <Told outcome={{ kind: isDone ? 'done' : 'unanswered' }} />
}

const wordOf = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  unanswered: 'no_answer',
  stopped: 'stopped',
  denied: 'denied',
} as const satisfies Record<Outcome['kind'], string>

function Told({ outcome }: { readonly outcome: Outcome }) {
  const say = useWords(todoWords)
  return (
    <span className={style['told']} data-outcome={outcome.kind}>
      <b>{say(wordOf[outcome.kind])}</b>
      {outcome.kind === 'denied' && <span title={outcome.sentence}>{outcome.sentence}</span>}
    </span>
  )
}
