import { Button, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { type Icon, IconBan, IconCircleOff, IconLock, IconPlayerTrackNext, IconRefresh } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { canLookUp, type EndingAct, endingActOf } from '../../../actions/outcome.ts'
import { type BulkRun, clearBulkRun, isUnderWay, startBulkRun, useLastBulkRun } from '../../../actions/run.ts'
import { CommandButton } from '../../../commands/command-button.tsx'
import { type Command, useOfferCommands } from '../../../commands/commands.ts'
import { useFetchNextPage } from '../../../gateway/records.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { Empty, QueryState } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import { firstTodoView, placeFilterOf, recordFiltersOf } from './choice.ts'
import { OneByOne } from './one-by-one.tsx'
import { BatchActPreview } from './preview.tsx'
import { OpenDocuments, RunProgress } from './progress.tsx'
import { RefusedConsolidated } from './refused-consolidated.tsx'
import { type TodoRow, useTodoRows } from './rows.ts'
import { TodoFilters } from './shift-choice.tsx'
import { type SelectedGuids, TodoTable } from './table.tsx'
import style from './todo.module.css'

/** Focuses the first button, so that Enter begins at once. If a person is using a field, the focus stays there. */
function focusUnlessBusy(button: HTMLButtonElement | null): void {
  if (!(document.activeElement instanceof HTMLInputElement)) button?.focus()
}

/** The documents that need a person: one by one, or many together. */
export function Todo() {
  const say = useWords(todoWords)
  const go = useNavigate()
  const inAddress = useSearch({ from: '/todo' })
  const { at, ...search } = inAddress
  const run = useLastBulkRun()
  const [selection, setSelection] = useState<SelectedGuids>(new Set())
  const [asked, setAsked] = useState<EndingAct | null>(null)
  const { show: shown = firstTodoView } = search
  const chosen = placeFilterOf(search)
  const wanted = useMemo(() => recordFiltersOf(inAddress), [inAddress])
  const { records, rows } = useTodoRows(wanted, run)
  const selected = useMemo(() => rows.filter(({ record }) => selection.has(record.SALE_GUID)), [rows, selection])
  const commands = useTodoCommands({ rows, selected, run, ask: setAsked })
  useOfferCommands(at === undefined ? commands : [])
  const open = useCallbackRef(
    (guid: string | null) => void go({ to: '/todo', search: guid === null ? search : { ...search, at: guid } }),
  )
  const more = useFetchNextPage(records)
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        <PageTitle>{say('title')}</PageTitle>
        <OpenDocuments chosen={chosen} />
        {at === undefined && shown === firstTodoView && rows[0] && (
          <Button
            leftSection={<IconPlayerTrackNext size={20} aria-hidden />}
            ref={focusUnlessBusy}
            onClick={() => open(rows[0]?.record.SALE_GUID ?? null)}
          >
            {say('work_through')}
          </Button>
        )}
        {at === undefined && (
          <TodoFilters
            chosen={chosen}
            shown={shown}
            onChoose={(next) => {
              setSelection(new Set())
              // The results of the last run do not belong to another list.
              clearBulkRun()
              void go({ to: '/todo', search: next, replace: true })
            }}
          />
        )}
      </div>
      {at === undefined && <RefusedConsolidated />}
      {run && <RunProgress run={run} />}
      {at !== undefined && records.isSuccess && <OneByOne guid={at} rows={rows} onGo={open} />}
      {at === undefined && (
        <>
          {!records.data && <QueryState query={records} />}
          {records.data && rows.length === 0 && <Empty title={say('none')} next={say('none_next')} />}
          {rows.length > 0 && (
            <TodoTable
              rows={rows}
              selection={selection}
              onSelect={setSelection}
              ranAt={run?.startedAt ?? null}
              onEnd={more}
            />
          )}
          <ActBar
            commands={commands}
            selected={selected}
            count={rows.length}
            isWhole={records.isSuccess && !records.hasNextPage}
          />
        </>
      )}
      {asked !== null && (
        <BatchActPreview
          act={asked}
          selected={selected}
          onClose={() => setAsked(null)}
          onStarted={() => {
            setAsked(null)
            setSelection(new Set())
          }}
        />
      )}
    </div>
  )
}

interface CommandDeps {
  readonly rows: readonly TodoRow[]
  readonly selected: readonly TodoRow[]
  readonly run: BulkRun | null
  ask(act: EndingAct): void
}

function useTodoCommands({ rows, selected, run, ask }: CommandDeps): readonly Command[] {
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
    return { id, label: say(`${id}_n`, { count: count(id) }), icon, blockReason, run: () => ask(id) }
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
  readonly count: number
  readonly isWhole: boolean
}

/** How many documents are selected, and for how many each act is possible. */
function ActBar({ commands, selected, count, isWhole }: ActBarProps) {
  const say = useWords(todoWords)
  return (
    <section className={style['acts']} aria-label={say('result')}>
      <Text role="status" className="figure">
        {say('shown', { count })}
        {!isWhole && ` · ${say('loading_more')}`}
        {selected.length > 0 && ` · ${say('selected', { count: selected.length })}`}
      </Text>
      {commands.map((command) => (
        <CommandButton key={command.id} command={command} variant={command.blockReason ? 'default' : 'filled'} />
      ))}
    </section>
  )
}
