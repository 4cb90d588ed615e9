import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { desktop } from '../../gateway/desktop.ts'
import { useBackupPlan } from '../../gateway/health.ts'
import { Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { scrollIntoSight } from '../../parts/in-sight.ts'
import { LastCopyRows, OwnDiskNotice } from '../../parts/last-copies.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Notice, QueryState, Refused, useFieldError } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { localeOf, useLanguage, useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { backupWords } from '../../words/upkeep.ts'
import { Export } from './export.tsx'
import { Page, Part } from './page.tsx'
import { RestoreBackup } from './put-back.tsx'
import style from './settings.module.css'

type Plan = OperatorAnswer<'backupPlan'>

/** Where the copies go, how old they are, and whether they can be restored. */
function Copies() {
  const say = useWords(backupWords)
  const plan = useBackupPlan(true)
  const make = useAct(['health', 'backup-plan'], () => operator('backup', { body: { file: null } }))
  const attempt = useAct(['backup-plan'], () => operator('tryBackup', { body: {} }))
  if (!plan.data) return <QueryState query={plan} />
  const { folder, is_reached: isReached, tried } = plan.data
  if (folder === null) return <Text>{say('by_server')}</Text>
  return (
    <>
      <Text>{say('copies_text')}</Text>
      {!isReached && <Notice tone="warning">{say('not_reached')}</Notice>}
      <OwnDiskNotice says="own_disk_here" />
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
  const sizeOf = useGigabytes()
  const faultOf = useFieldError()
  const [path, setPath] = useState(folder)
  const [at, setAt] = useState(plan.daily_at)
  const choose = async () => setPath((await desktop?.chooseFolder({}))?.path ?? path)
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
      <Group align="end">
        <TextInput
          label={say('folder')}
          value={path}
          w="min(420px, 100%)"
          error={faultOf(save.error, '/folder')}
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {desktop && <Secondary onClick={() => void choose()}>{say('choose_folder')}</Secondary>}
      </Group>
      <TextInput
        type="time"
        label={say('daily_at')}
        description={say('daily_hint')}
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Button type="submit" loading={save.isPending}>
        {say('save')}
      </Button>
      {save.isSuccess && (
        <Notice tone={save.data.is_own_disk ? 'warning' : 'calm'} ref={scrollIntoSight}>
          {say(save.data.is_own_disk ? 'saved_on_own_disk' : 'plan_saved')}
        </Notice>
      )}
    </form>
  )
}

/** @returns writes the room on a drive */
function useGigabytes(): (bytes: number) => string {
  const form = { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 } as const
  const locale = localeOf(useLanguage())
  return (bytes) => new Intl.NumberFormat(locale, form).format(bytes / 1e9)
}

/** Copies and backups, exports for an accountant or an auditor, and restores. */
export function Backup() {
  const say = useWords(ownerWords)
  const sayUpkeep = useWords(backupWords)
  return (
    <Page title={say('backup')} text={say('backup_text')}>
      <Part title={sayUpkeep('copies')}>
        <Copies />
      </Part>
      <Part title={say('export')}>
        <Export />
      </Part>
      <Part title={say('restore')}>
        <RestoreBackup />
      </Part>
    </Page>
  )
}
