import { Text } from '@mantine/core'
import { useReasonFor } from '../../../actions/ending-dialog.tsx'
import { type EndingAct, endingActOf } from '../../../actions/outcome.ts'
import { startBulkRun } from '../../../actions/run.ts'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { SignedTotal } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import list from './preview.module.css'
import type { TodoRow } from './rows.ts'
import style from './todo.module.css'

interface PreviewProps {
  readonly act: EndingAct
  readonly selected: readonly TodoRow[]
  onClose(): void
  onStarted(): void
}

/** What the act would do with each selected document, and why some stay as they are. Then the run starts. */
export function BatchActPreview({ act, selected, onClose, onStarted }: PreviewProps) {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const why = useReasonFor(act)
  const able = selected.filter(({ record }) => endingActOf(record) === act)
  const others = selected.filter(({ record }) => endingActOf(record) !== act)
  const sum = formatCurrencySums(able.map(({ record }) => record))
  return (
    <Confirm
      title={say(`${act}_title`, { count: able.length, sum })}
      isDestructive
      act={say(`${act}_n`, { count: able.length })}
      canAct={able.length > 0 && why.isWhole}
      onAct={() => {
        void startBulkRun({ act, rows: able, reason: why.reason })
        onStarted()
        onClose()
      }}
      onClose={onClose}
    >
      <Text>{say(`${act}_text`)}</Text>
      {/* Before the lists, so that all that is asked is in sight. */}
      {why.field}
      <Part title={say('will_change', { count: able.length })}>
        {able.map(({ record, party_name }) => (
          <li key={record.SALE_GUID}>
            <bdi className={style['code']}>{record.SALE_CODE}</bdi>
            <span className="quiet">
              <bdi>{party_name ?? sayStatus(record.KIND)}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi>
            </span>
            <SignedTotal record={record} />
          </li>
        ))}
      </Part>
      <p className={list['sum']}>
        <b>{say('total')}</b> <b className="figure">{sum}</b>
      </p>
      {others.length > 0 && (
        <Part title={say('will_stay', { count: others.length })}>
          {others.map((row) => (
            <li key={row.record.SALE_GUID}>
              <bdi className={style['code']}>{row.record.SALE_CODE}</bdi>
              <span>{row.record.NEXT_ACTION.REASON}</span>
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
