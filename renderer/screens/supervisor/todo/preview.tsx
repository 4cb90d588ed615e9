import { Text } from '@mantine/core'
import { useState } from 'react'
import { startBulkRun, voidOrCancelOf } from '../../../actions/run.ts'
import { type ApprovableAct, CancelReason } from '../../../actions/withdraw-dialog.tsx'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { Confirm, isReason } from '../../../parts/dialog.tsx'
import { Money } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import list from './preview.module.css'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

interface PreviewProps {
  readonly act: ApprovableAct
  readonly selected: readonly TodoRow[]
  onClose(): void
  onStarted(): void
}

/** What the act would do with each selected document, and why some stay as they are. Then the run starts. */
export function BatchActPreview({ act, selected, onClose, onStarted }: PreviewProps) {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const [reason, setReason] = useState('')
  const able = selected.filter(({ record }) => voidOrCancelOf(record) === act)
  const others = selected.filter(({ record }) => voidOrCancelOf(record) !== act)
  const sum = formatCurrencySums(able.map(({ record }) => record))
  const whyNot = ({ record }: TodoRow) => {
    const other = voidOrCancelOf(record)
    return other === null ? record.NEXT_ACTION.REASON : say(other === 'void' ? 'other_void' : 'other_cancel')
  }
  return (
    <Confirm
      title={say(act === 'void' ? 'void_title' : 'cancel_title', { count: able.length, sum })}
      isDestructive
      act={say(act === 'void' ? 'void_n' : 'cancel_n', { count: able.length })}
      canAct={able.length > 0 && (act === 'void' || isReason(reason))}
      onAct={() => {
        void startBulkRun({ act, rows: able, reason })
        onStarted()
      }}
      onClose={onClose}
    >
      <Text>{say(act === 'void' ? 'void_text' : 'cancel_text')}</Text>
      {act === 'cancel' && <CancelReason reason={reason} onChange={setReason} />}
      <Part title={say('will_change', { count: able.length })}>
        {able.map(({ record, party_name }) => (
          <li key={record.SALE_GUID}>
            <bdi className={style['code']}>{record.SALE_CODE}</bdi>
            <span className="quiet">
              <bdi>{party_name ?? sayStatus(record.KIND)}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi>
            </span>
            <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
          </li>
        ))}
      </Part>
      <p className={list['sum']}>
        <b>{say('sum')}</b> <b className="figure">{sum}</b>
      </p>
      {others.length > 0 && (
        <Part title={say('will_stay', { count: others.length })}>
          {others.map((row) => (
            <li key={row.record.SALE_GUID}>
              <bdi className={style['code']}>{row.record.SALE_CODE}</bdi>
              <span>{whyNot(row)}</span>
            </li>
          ))}
        </Part>
      )}
    </Confirm>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section>
      <Text fw={600}>{title}</Text>
      {/* It scrolls, so the keyboard has to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={list['preview']} tabIndex={0} aria-label={title}>
        {children}
      </ul>
    </section>
  )
}
