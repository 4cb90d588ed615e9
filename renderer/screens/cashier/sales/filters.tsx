import { Button, Group, Popover, Select, Stack, TextInput } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTills } from '../../../gateway/shifts.ts'
import { asAmount } from '../../../parts/amounts.ts'
import { DayField } from '../../../parts/day.tsx'
import { today } from '../../../parts/moments.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { filterCount, useChange, useSalesSearch } from './wanted.ts'

export const Filters = () => (
  <>
    <Days />
    <MoreFilters />
  </>
)

/** Of which days. */
function Days() {
  const say = useWords(salesWords)
  const { days, from, to } = useSalesSearch()
  const change = useChange()
  const hasRange = from !== undefined || to !== undefined
  return (
    <>
      <Select
        className={style['days'] ?? ''}
        aria-label={say('days')}
        leftSection={<IconCalendar size={20} aria-hidden />}
        allowDeselect={false}
        value={days ?? (hasRange ? 'range' : 'all')}
        onChange={(chosen) =>
          change(
            chosen === 'range'
              ? { days: undefined, from: today(), to: today() }
              : { days: chosen === 'all' || chosen === null ? undefined : chosen, from: undefined, to: undefined },
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
          <DayField aria-label={say('from')} value={from ?? ''} onPick={(day) => change({ from: day })} />
          <DayField aria-label={say('to')} value={to ?? ''} onPick={(day) => change({ to: day })} />
        </Group>
      )}
    </>
  )
}

/** Where, and how much. */
function MoreFilters() {
  const say = useWords(salesWords)
  const [isOpen, setIsOpen] = useState(false)
  const search = useSalesSearch()
  const count = filterCount(search)
  return (
    <Popover
      middlewares={{ flip: true, shift: true, size: true }}
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      shadow="md"
      trapFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Secondary icon={IconAdjustmentsHorizontal} onClick={() => setIsOpen(!isOpen)}>
          {count > 0 ? say('filters_n', { count }) : say('filters')}
        </Secondary>
      </Popover.Target>
      <Popover.Dropdown>
        <FilterFields close={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function FilterFields({ close }: { close(): void }) {
  const say = useWords(salesWords)
  const { outlet, terminal, least, most } = useSalesSearch()
  const change = useChange()
  const tills = useTills().data ?? []
  const outlets = [...new Set(tills.map((till) => till.outlet))]
  const here = tills.filter((till) => outlet === undefined || till.outlet === outlet)
  const terminals = [...new Set(here.map((till) => till.terminal))]
  const place = { clearable: true, comboboxProps: { withinPortal: false }, placeholder: say('any') }
  const amountField = (at: 'least' | 'most', value: string | undefined) => (
    <TextInput
      label={say(at)}
      inputMode="decimal"
      leftSection="RM"
      defaultValue={value ?? ''}
      onChange={(event) => change({ [at]: asAmount(event.currentTarget.value) ?? undefined })}
    />
  )
  return (
    <Stack gap="sm" w="min(320px, calc(100vw - 48px))">
      <Select
        {...place}
        label={say('outlet')}
        data={outlets}
        value={outlet ?? null}
        onChange={(chosen) => change({ outlet: chosen ?? undefined, terminal: undefined })}
      />
      <Select
        {...place}
        label={say('terminal')}
        data={terminals}
        value={terminal ?? null}
        onChange={(chosen) => change({ terminal: chosen ?? undefined })}
      />
      <Group grow>
        {amountField('least', least)}
        {amountField('most', most)}
      </Group>
      <Group justify="space-between">
        <Secondary
          onClick={() => {
            change({ outlet: undefined, terminal: undefined, least: undefined, most: undefined })
            close()
          }}
        >
          {say('clear_filters')}
        </Secondary>
        <Button onClick={close}>{say('show')}</Button>
      </Group>
    </Stack>
  )
}
