import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { DesktopRequest } from '../../../shared/desktop/bridge.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { desktop } from '../../gateway/desktop.ts'
import { Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { LastCopyRows, OwnDiskNotice } from '../../parts/last-copies.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Notice, QueryState, Refused, useFieldError } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { localeOf, useLanguage, useWords } from '../../words/language.ts'
import { backupWords } from '../../words/upkeep.ts'
import style from './settings.module.css'

type Plan = OperatorAnswer<'backupPlan'>

/** A drive may be plugged in while this page is open. */
const lookMs = 5_000

/** Where the copies go, how old they are, and whether they can be restored. */
export function Copies() {
  const say = useWords(backupWords)
  const plan = useQuery({ queryKey: ['backup-plan'], queryFn: () => operator('backupPlan'), refetchInterval: lookMs })
  const make = useAct(['health'], () => operator('backup', { body: { file: null } }))
  const attempt = useAct(['backup-plan'], () => operator('tryBackup', { body: {} }))
  if (!plan.data) return <QueryState query={plan} />
  const { folder, is_reached: isReached, tried } = plan.data
  if (folder === null) return <Text>{say('by_server')}</Text>
  return (
    <>
      <Text>{say('copies_text')}</Text>
      {!isReached && <Notice tone="warning">{say('not_reached')}</Notice>}
      <OwnDiskNotice />
      <Table className={style['table']}>
        <Row>
          {say('place')}
          <bdi>{folder}</bdi>
        </Row>
        <LastCopyRows />
        <Row>
          {say('last_try')}
          {tried ? <Trial tried={tried} /> : say('not_tried')}
        </Row>
      </Table>
      <Group>
        <Button loading={make.isPending} onClick={() => make.mutate()}>
          {say('back_up_now')}
        </Button>
        <Secondary loading={attempt.isPending} onClick={() => attempt.mutate()}>
          {say('try_backup')}
        </Secondary>
        {make.isSuccess && <output>{say('backed_up')}</output>}
      </Group>
      <Text className="quiet">{say('try_text')}</Text>
      <Refused error={make.error ?? attempt.error} />
      <PlanForm plan={plan.data} folder={folder} />
    </>
  )
}

function Trial({ tried: { at, outcome, documents, until } }: { readonly tried: NonNullable<Plan['tried']> }) {
  const say = useWords(backupWords)
  return (
    <>
      <Time instant={at} withDay withSeconds={false} /> · {say(`trial_${outcome}`, { count: documents })}{' '}
      {outcome === 'sound' && until && <Time instant={until} withDay withSeconds={false} />}
    </>
  )
}

function PlanForm({ plan, folder }: { readonly plan: Plan; readonly folder: string }) {
  const say = useWords(backupWords)
  const sizeOf = useSizeFormat()
  const faultOf = useFieldError()
  const [path, setPath] = useState(folder)
  const [at, setAt] = useState(plan.daily_at)
  const body = { folder: path.trim(), daily_at: at }
  const save = useAct(['backup-plan', 'health'], () => operator('planBackup', { body }))
  return (
    <form onSubmit={withPreventDefault(save.mutate)} onInput={save.reset}>
      <Text fw={600}>{say(plan.drives.length > 0 ? 'drives' : 'no_drives')}</Text>
      <Group>
        {plan.drives.map(({ name, folder: there, free_bytes: free }) => (
          <Secondary
            key={there}
            variant={there === path ? 'light' : 'default'}
            aria-pressed={there === path}
            onClick={() => setPath(there)}
          >
            {name} · {say('free', { size: sizeOf(free) })}
          </Secondary>
        ))}
      </Group>
      <PathField
        kind="folder"
        label={say('folder')}
        path={path}
        error={faultOf(save.error, '/folder')}
        onPath={setPath}
      />
      <TextInput
        type="time"
        label={say('daily_at')}
        description={say('daily_hint')}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Group>
        <Button type="submit" loading={save.isPending}>
          {say('save')}
        </Button>
        {save.isSuccess && <output>{say('plan_saved')}</output>}
      </Group>
    </form>
  )
}

interface PathProps extends DesktopRequest<'choosePath'> {
  readonly label: string
  readonly path: string
  readonly error: string | null
  onPath(path: string): void
}

/** A path on the computer of the gateway. The desktop also opens the dialog of the system for it. */
export function PathField({ kind, label, path, error, onPath }: PathProps) {
  const say = useWords(backupWords)
  const choose = async () => onPath((await desktop?.choosePath({ kind }))?.path ?? path)
  const type = (event: ChangeEvent<HTMLInputElement>) => onPath(event.currentTarget.value)
  return (
    <Group align="end">
      <TextInput label={label} value={path} w="min(420px, 100%)" error={error} onChange={type} />
      {desktop && <Secondary onClick={() => void choose()}>{say(`choose_${kind}`)}</Secondary>}
    </Group>
  )
}

const megabyte = 1_000_000

/** @returns writes a size in bytes as people read it */
export function useSizeFormat(): (bytes: number) => string {
  const locale = localeOf(useLanguage())
  return (bytes) => {
    const [unit, size] = bytes < 1_000 * megabyte ? (['megabyte', 1] as const) : (['gigabyte', 1_000] as const)
    const form = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
    return form.format(bytes / megabyte / size)
  }
}
