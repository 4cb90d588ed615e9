import { Link } from '@tanstack/react-router'
import type { Outcome } from '../../../acts/run.ts'
import { useRecord } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { shiftEndWords } from '../../../words/shift-end.ts'
import { statusWords } from '../../../words/status.ts'
import type { ShiftEndRow } from './rows.ts'
import style from './shift-end.module.css'

export function SaleCell({ record }: ShiftEndRow) {
  const say = useWords(shiftEndWords)
  const sayStatus = useWords(statusWords)
  return (
    <>
      <Link
        to="/sales/$guid"
        params={{ guid: record.SALE_GUID }}
        className={style['code'] ?? ''}
        aria-label={say('open', { code: record.SALE_CODE })}
        // Enter on the row opens it: one Tab goes through the list, not one for every row.
        tabIndex={-1}
      >
        <bdi>{record.SALE_CODE}</bdi>
      </Link>
      <span className="quiet">
        {sayStatus(record.KIND)} · <bdi>{record.TERMINAL_NAME}</bdi> · <Time instant={record.SUBMITTED_AT} />
      </span>
    </>
  )
}

export function NextCell({ record, party_name }: ShiftEndRow) {
  const say = useWords(salesWords)
  return (
    <>
      <bdi>{party_name ?? say('no_buyer')}</bdi>
      <span className="quiet">{record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON}</span>
    </>
  )
}

export const AmountCell = ({ record }: ShiftEndRow) => (
  <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
)

export function ResultCell({ outcome, record }: ShiftEndRow) {
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
  const say = useWords(shiftEndWords)
  return (
    <span className={style['told']} data-outcome={outcome.kind}>
      <b>{say(wordOf[outcome.kind])}</b>
      {outcome.kind === 'denied' && <span title={outcome.sentence}>{outcome.sentence}</span>}
    </span>
  )
}
