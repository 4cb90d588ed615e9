import { Button, Text, Title } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconBan, IconChecks, IconCircleOff, IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { RowSelectionState } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import type { ApprovableAct } from '../../../acts/approval.tsx'
import { actOf, type Run, useRun } from '../../../acts/run.ts'
import type { Command } from '../../../commands/command.ts'
import { useOffer } from '../../../commands/commands.tsx'
import { type ListedShift, useShifts } from '../../../gateway/shifts.ts'
import { Empty, Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftEndWords } from '../../../words/shift-end.ts'
import { placeOf, wantedOf } from './choice.ts'
import { Preview } from './preview.tsx'
import { RunProgress } from './progress.tsx'
import { type ShiftEndRow, useShiftEndRows } from './rows.ts'
import { useSaveList } from './save-list.ts'
import { selectionOf } from './select.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import style from './shift-end.module.css'
import { Table } from './table.tsx'

/** Everything of a shift that is not done with, and what can be withdrawn of it in one go. */
export function ShiftEnd() {
  const say = useWords(shiftEndWords)
  const shifts = useShifts()
  if (shifts.isPending) return <Loading />
  if (shifts.isLoadingError) return <Failed error={shifts.error} retry={() => void shifts.refetch()} />
  if (shifts.data.length === 0) return <Empty title={say('none_kept')} next={say('none_kept_next')} />
  return <OfShift shifts={shifts.data} />
}

function OfShift({ shifts }: { readonly shifts: readonly ListedShift[] }) {
  const say = useWords(shiftEndWords)
  const go = useNavigate()
  const search = useSearch({ from: '/shift-end' })
  const run = useRun()
  const [selection, setSelection] = useState<RowSelectionState>({})
  const [asked, setAsked] = useState<ApprovableAct | null>(null)
  const shown = search.show ?? 'open_ones'
  // The newest shift may become another one while somebody looks at this one.
  const [newest] = useState(() => shifts.find(({ SHIFT_CODE }) => SHIFT_CODE !== consolidatedShiftCode) ?? shifts[0])
  const chosen = useMemo(() => placeOf(search, newest), [search, newest])
  const wanted = useMemo(() => wantedOf(chosen, shown), [chosen, shown])
  const { records, rows } = useShiftEndRows(wanted, run)
  const selected = useMemo(() => rows.filter(({ record }) => selection[record.SALE_GUID]), [rows, selection])
  const commands = useShiftEndCommands({ rows, selected, run, ask: setAsked, select: setSelection })
  useOffer(commands)
  const more = useCallbackRef(() => {
    if (records.hasNextPage && !records.isFetchingNextPage) void records.fetchNextPage()
  })
  return (
    <div className={style['screen']}>
      <div className={style['top']}>
        <Title order={1} size="h2">
          {say('title')}
        </Title>
        <ShiftChoice
          shifts={shifts}
          chosen={chosen}
          shown={shown}
          onChoose={(next) => {
            setSelection({})
            void go({ to: '/shift-end', search: next, replace: true })
          }}
        />
      </div>
      {run && <RunProgress run={run} />}
      {records.isPending && <Loading />}
      {records.isError && <Failed error={records.error} retry={() => void records.refetch()} />}
      {records.isSuccess && rows.length === 0 && <Empty title={say('none')} next={say('none_next')} />}
      {records.isSuccess && rows.length > 0 && (
        <Table rows={rows} selection={selection} onSelect={setSelection} ranAt={run?.startedAt ?? null} onEnd={more} />
      )}
      <ActBar
        commands={commands}
        selected={selected}
        count={rows.length}
        isWhole={records.isSuccess && !records.hasNextPage}
      />
      {asked !== null && (
        <Preview
          act={asked}
          selected={selected}
          onClose={() => setAsked(null)}
          onStarted={() => {
            setAsked(null)
            setSelection({})
          }}
        />
      )}
    </div>
  )
}

interface CommandParts {
  readonly rows: readonly ShiftEndRow[]
  readonly selected: readonly ShiftEndRow[]
  readonly run: Run | null
  ask(act: ApprovableAct): void
  select(selection: RowSelectionState): void
}

function useShiftEndCommands({ rows, selected, run, ask, select }: CommandParts): readonly Command[] {
  const say = useWords(shiftEndWords)
  const saveList = useSaveList()
  const save = useCallbackRef(() => saveList(rows))
  const askFor = useCallbackRef(ask)
  const selectAll = useCallbackRef(() =>
    select(selectionOf(rows.filter(({ record }) => actOf(record) !== null).map(({ record }) => record.SALE_GUID))),
  )
  const count = (act: ApprovableAct) => selected.filter(({ record }) => actOf(record) === act).length
  const [voids, cancels] = [count('void'), count('cancel')]
  const isRunning = run?.isRunning ?? false
  return useMemo(() => {
    const hindrance = (able: number, none: 'void_none' | 'cancel_none') =>
      isRunning ? say('running_hindrance') : able === 0 ? say(none) : null
    return [
      {
        id: 'void-selected',
        key: 'F6',
        label: say('void_n', { count: voids }),
        icon: <IconCircleOff size={20} aria-hidden />,
        hindrance: hindrance(voids, 'void_none'),
        run: () => askFor('void'),
      },
      {
        id: 'cancel-selected',
        key: 'F7',
        label: say('cancel_n', { count: cancels }),
        icon: <IconBan size={20} aria-hidden />,
        hindrance: hindrance(cancels, 'cancel_none'),
        run: () => askFor('cancel'),
      },
      {
        id: 'select-all',
        key: 'F8',
        label: say('select_all_key'),
        icon: <IconChecks size={20} aria-hidden />,
        run: selectAll,
      },
      {
        id: 'save-list',
        label: say('export'),
        icon: <IconDownload size={20} aria-hidden />,
        run: save,
      },
    ] satisfies readonly Command[]
  }, [say, voids, cancels, isRunning, askFor, selectAll, save])
}

interface ActBarProps {
  readonly commands: readonly Command[]
  readonly selected: readonly ShiftEndRow[]
  readonly count: number
  readonly isWhole: boolean
}

/** How many are selected, and what can be done with how many of them. */
function ActBar({ commands, selected, count, isWhole }: ActBarProps) {
  const say = useWords(shiftEndWords)
  const cannot = selected.filter(({ record }) => actOf(record) === null).length
  return (
    <section className={style['acts']} aria-label={say('result')}>
      <Text role="status" className="figure">
        {say('shown', { count })}
        {!isWhole && ` · ${say('loading_more')}`}
        {selected.length > 0 && ` · ${say('selected', { count: selected.length })}`}
        {cannot > 0 && ` · ${say('cannot', { count: cannot })}`}
      </Text>
      {commands
        .filter(({ id }) => id !== 'select-all')
        .map(({ id, label, icon, hindrance, run }) => (
          <Button
            key={id}
            variant={id === 'save-list' ? 'default' : 'filled'}
            leftSection={icon}
            onClick={run}
            disabled={Boolean(hindrance)}
            title={hindrance ?? undefined}
          >
            {label}
          </Button>
        ))}
    </section>
  )
}
