import { Link, useLocation } from '@tanstack/react-router'
import type { BulkRunRow } from '../../../actions/run.ts'
import { Reason, useRefusalText } from '../../../parts/authority-faults.tsx'
import { SaleDayOrTime, useLateArrivalText } from '../../../parts/day.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { statusLookOf } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

export function SaleCell({ record }: TodoRow) {
  const sayStatus = useWords(statusWords)
  const isInTodo = useLocation({ select: ({ pathname }) => pathname === '/todo' })
  const guid = record.SALE_GUID
  return (
    <Link
      to={isInTodo ? '/todo' : '/sales/$guid'}
      params={{ guid }}
      search={isInTodo ? (search) => ({ ...search, at: guid }) : {}}
      className={style['open'] ?? ''}
      data-opens={isInTodo || undefined}
      // Enter on the row opens it, so Tab passes the list in one step.
      tabIndex={-1}
    >
      <bdi className={style['code']}>{record.SALE_CODE}</bdi>
      <span className="quiet">
        {sayStatus(record.KIND)} · <bdi>{record.TERMINAL_NAME}</bdi> · <SaleDayOrTime record={record} />
      </span>
    </Link>
  )
}

/** Why the document is in the list, and what comes next: what MyInvois refused, or since when it is in doubt. */
export function BuyerAndReasonCell({ record, party_name }: TodoRow) {
  const say = useWords(salesWords)
  const sayTodo = useWords(todoWords)
  const came = useLateArrivalText()(record)
  const clock = useClockText()
  const inDoubt = record.IN_DOUBT && record.SENT_AT && sayTodo('since', { time: clock(Date.parse(record.SENT_AT)) })
  return (
    <>
      <bdi>{party_name ?? say('no_buyer')}</bdi>
      <Reason record={record} also={[came, inDoubt].filter(Boolean).join(' · ')} />
    </>
  )
}

export function ResultCell({ record, outcome }: TodoRow) {
  const textOf = useOutcomeText()
  if (outcome === null) return null
  const { tone, word, more } = textOf({ record, outcome })
  return (
    <span className={style['told']} data-outcome={outcome.kind} data-tone={tone}>
      <b>{word}</b>
      {more !== '' && <span title={more}>{more}</span>}
    </span>
  )
}

interface SelectProps {
  readonly label: string
  readonly isSelected: boolean
  /** Some rows are selected and some are not. */
  readonly isMixed?: boolean
  readonly isDisabled?: boolean
  /** @param isRange whether the Shift key was down */
  onToggle(isRange: boolean): void
}

/** A row can be selected even if the act does not fit it: the preview says why. */
export const SelectBox = ({ label, isSelected, isMixed = false, isDisabled = false, onToggle }: SelectProps) => (
  <label className={style['target']}>
    <input
      type="checkbox"
      className={style['box']}
      aria-label={label}
      checked={isSelected}
      disabled={isDisabled}
      ref={(box) => {
        if (box) box.indeterminate = isMixed
      }}
      // `onClick`, because its event knows the Shift key.
      onClick={(event) => onToggle(event.shiftKey)}
      readOnly
    />
  </label>
)

/** The words for the result of one document, for the row and the summary. `more`: why it was refused, or the next try. */
export function useOutcomeText() {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const refusalOf = useRefusalText()
  const clock = useClockText()
  return ({ record, outcome }: Pick<BulkRunRow, 'record' | 'outcome'>) => {
    switch (outcome.kind) {
      case 'waiting':
      case 'running':
      case 'stopped':
        return { tone: 'calm', word: say(outcome.kind), more: '' }
      case 'denied':
        return { tone: 'bad', word: say(`not_${outcome.act}`), more: outcome.sentence }
      case 'settled': {
        const look = statusLookOf(record)
        const more = (look === 'Invalid' && refusalOf(record)) || ''
        return { tone: look === 'Invalid' ? 'bad' : 'good', word: sayStatus(look), more }
      }
      case 'unknown': {
        const { nextTryAt } = outcome
        if (record.ATTENTION !== null) return { tone: 'doubt', word: sayStatus('needs_person'), more: '' }
        if (record.STATUS === 'InProgress' && !record.IN_DOUBT)
          return { tone: 'calm', word: sayStatus(statusLookOf(record)), more: '' }
        const more = nextTryAt === null ? say('asked_now') : say('asked_again', { time: clock(Date.parse(nextTryAt)) })
        return { tone: 'doubt', word: record.IN_DOUBT ? say('still_in_doubt') : sayStatus('cancelling'), more }
      }
    }
  }
}
