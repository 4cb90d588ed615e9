import { Text } from '@mantine/core'
import { type Icon, IconBan, IconCircleOff, IconLock, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { canLookUp, type EndingAct, endingActOf } from '../../../actions/outcome.ts'
import { isUnderWay, putAwayBulkRun, startBulkRun } from '../../../actions/run.ts'
import { CommandButton } from '../../../commands/command-button.tsx'
import { type Command, useOfferCommands } from '../../../commands/commands.ts'
import { useFetchNextPage } from '../../../gateway/records.ts'
import { useOpenCountsText } from '../../../parts/open-counts.ts'
import { QueryState } from '../../../parts/states.tsx'
import { isToDo } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { BatchActPreview } from './preview.tsx'
import { RunProgress } from './progress.tsx'
import type { TodoList, TodoRow } from './rows.ts'
import { type SelectedGuids, TodoTable } from './table.tsx'
import style from './todo.module.css'

interface BatchListProps {
  readonly list: TodoList
  /** While one document is shown alone, only the selection is kept. */
  readonly isShown?: boolean
  /** Shown if the list is empty. */
  readonly none: ReactNode
}

/** Documents of which many are selected and voided, cancelled, closed or checked together. */
export function BatchList({ list, isShown = true, none }: BatchListProps) {
  const { records, rows, run } = list
  const [selection, setSelection] = useState<SelectedGuids>(new Set())
  const [asked, setAsked] = useState<EndingAct | null>(null)
  const selected = useMemo(() => rows.filter(({ record }) => selection.has(record.SALE_GUID)), [rows, selection])
  const commands = useBatchCommands(list, selected, setAsked)
  useOfferCommands(isShown ? commands : [])
  useEffect(() => () => putAwayBulkRun(), [])
  const more = useFetchNextPage(records)
  if (!isShown) return null
  return (
    <>
      {run && !run.isOver && <RunProgress run={run} />}
      {!records.data && <QueryState query={records} />}
      {records.data && rows.length === 0 && none}
      {rows.length > 0 && (
        <TodoTable
          rows={rows}
          selection={selection}
          onSelect={setSelection}
          ranAt={run?.startedAt ?? null}
          onEnd={more}
        />
      )}
      <ActBar commands={commands} selected={selected} list={list} />
      {asked !== null && (
        <BatchActPreview
          act={asked}
          selected={selected}
          onClose={() => setAsked(null)}
          onStarted={() => setSelection(new Set())}
        />
      )}
    </>
  )
}

type Ask = (act: EndingAct) => void

function useBatchCommands({ rows, run }: TodoList, selected: readonly TodoRow[], ask: Ask): readonly Command[] {
  const say = useWords(todoWords)
  const count = (act: EndingAct) => selected.filter(({ record }) => endingActOf(record) === act).length
  const inDoubt = (selected.length > 0 ? selected : rows).filter(({ record }) => canLookUp(record))
  const running = isUnderWay(run) ? say('running_blocks') : null
  const check: Command = {
    id: 'check-again',
    label: say('check_n', { count: inDoubt.length }),
    icon: IconRefresh,
    blockReason: running,
    run: () => void startBulkRun({ act: 'look_up', rows: inDoubt }),
  }
  const end = (id: EndingAct, icon: Icon): Command => {
    const blockReason = running ?? (count(id) === 0 ? say(`${id}_none`) : null)
    const begin = () => {
      putAwayBulkRun()
      ask(id)
    }
    return { id, label: say(`${id}_n`, { count: count(id) }), icon, blockReason, run: begin }
  }
  return [
    end('void', IconCircleOff),
    end('cancel', IconBan),
    ...(count('close') > 0 ? [end('close', IconLock)] : []),
    ...(inDoubt.length > 0 ? [check] : []),
  ]
}

interface ActBarProps {
  readonly commands: readonly Command[]
  readonly selected: readonly TodoRow[]
  readonly list: TodoList
}

/** How many documents are selected, and for how many each act is possible. */
function ActBar({ commands, selected, list: { records, rows } }: ActBarProps) {
  const say = useWords(todoWords)
  const openText = useOpenCountsText()
  const count = (fits: (record: TodoRow['record']) => boolean) => rows.filter(({ record }) => fits(record)).length
  const open = openText({ needs_person: count(isToDo), in_doubt: count(({ IN_DOUBT }) => IN_DOUBT) })
  return (
    <section className={style['acts']} aria-label={say('result')}>
      <Text role="status" className="figure">
        {[say('shown', { count: rows.length }), ...open].join(' · ')}
        {(!records.isSuccess || records.hasNextPage) && ` · ${say('loading_more')}`}
        {selected.length > 0 && ` · ${say('selected', { count: selected.length })}`}
      </Text>
      {commands.map((command) => (
        <CommandButton key={command.id} command={command} variant={command.blockReason ? 'default' : 'filled'} />
      ))}
    </section>
  )
}
