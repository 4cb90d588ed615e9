import { Group, Select } from '@mantine/core'
import { IconCalendar, IconListCheck } from '@tabler/icons-react'
import { useSignInPeople } from '../../../gateway/people.ts'
import { useMay } from '../../../gateway/session.ts'
import { useTills } from '../../../gateway/shifts.ts'
import { useThisTill } from '../../../gateway/this-till.ts'
import { DayField } from '../../../parts/day.tsx'
import { today } from '../../../parts/moments.ts'
import { allPlacesValue, parsePlaceValue, placeSelectValue } from '../../../parts/place-value.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { everyScreenWords } from '../../../words/every-screen.ts'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { useIsSelecting, useSalesSearch, useSetFilters } from './wanted.ts'

export const SalesFilters = () => (
  <div className={style['filters']}>
    <Days />
    <Tills />
    <People />
    {useMay('void') && <SelectMany />}
  </div>
)

function SelectMany() {
  const say = useWords(salesWords)
  const change = useSetFilters()
  const isSelecting = useIsSelecting()
  return (
    <Secondary
      icon={IconListCheck}
      aria-pressed={isSelecting}
      onClick={() => change({ select: isSelecting ? undefined : 'many' })}
    >
      {say('select_many')}
    </Secondary>
  )
}

function Days() {
  const say = useWords(salesWords)
  const sayField = useWords(everyScreenWords)
  const { days, from, to } = useSalesSearch()
  const change = useSetFilters()
  const hasRange = from !== undefined || to !== undefined
  return (
    <>
      <Select
        className={style['days'] ?? ''}
        aria-label={say('days')}
        leftSection={<IconCalendar size={20} aria-hidden />}
        value={days ?? (hasRange ? 'range' : 'all')}
        onChange={(chosen) =>
          change(
            chosen === 'range'
              ? { days: undefined, from: today(), to: today() }
              : { days: chosen ?? undefined, from: undefined, to: undefined },
          )
        }
        data={[
          { value: 'all', label: say('all_days') },
          { value: 'today', label: say('today') },
          { value: 'yesterday', label: say('yesterday') },
          { value: 'range', label: say('range') },
        ]}
      />
      {hasRange && (
        <Group gap={6} wrap="nowrap">
          <DayField aria-label={sayField('from')} value={from ?? ''} onPick={(day) => change({ from: day })} />
          <DayField aria-label={sayField('to')} value={to ?? ''} onPick={(day) => change({ to: day })} />
        </Group>
      )}
    </>
  )
}

/** The filter by till: this computer's, all, those of an outlet, or another one. */
function Tills() {
  const say = useWords(salesWords)
  const sayField = useWords(everyScreenWords)
  const mine = useThisTill()
  const { outlet, terminal } = useSalesSearch()
  const change = useSetFilters()
  const tills = useTills().data ?? []
  const places = [
    ...(mine ? [{ value: placeSelectValue([mine.OUTLET_NAME, mine.TERMINAL_NAME]), label: say('my_till') }] : []),
    { value: allPlacesValue, label: say('all_tills') },
    ...tills.flatMap((till) => [
      { value: placeSelectValue([till.outlet]), label: till.outlet },
      { value: placeSelectValue([till.outlet, till.terminal]), label: `${till.outlet} · ${till.terminal}` },
    ]),
  ]
  return (
    <Select
      className={style['days'] ?? ''}
      aria-label={sayField('tills')}
      rightSectionWidth={34}
      value={placeSelectValue(outlet === undefined ? [] : [outlet, terminal])}
      onChange={(chosen) => {
        const [name, till] = parsePlaceValue(chosen)
        change({ tills: 'all', outlet: name, terminal: till })
      }}
      data={places.filter(({ value }, at) => places.findIndex((other) => other.value === value) === at)}
    />
  )
}

/** A till's sales have no person: these are documents that were made on the screens. */
function People() {
  const say = useWords(salesWords)
  const { person } = useSalesSearch()
  const change = useSetFilters()
  const names = useSignInPeople().data?.items ?? []
  return (
    <Select
      className={style['days'] ?? ''}
      aria-label={say('made_by')}
      rightSectionWidth={34}
      value={person ?? allPlacesValue}
      onChange={(chosen) => change({ person: chosen === allPlacesValue ? undefined : (chosen ?? undefined) })}
      data={[
        { value: allPlacesValue, label: say('everyone') },
        ...names.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
