import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { desktop } from '../../gateway/desktop.ts'
import { useBackupPlan, useHealth } from '../../gateway/health.ts'
import { usePinQuestion } from '../../gateway/owner-pin.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { scrollIntoSight } from '../../parts/in-sight.ts'
import { CopySafetyNotice, LastCopyRows } from '../../parts/last-copies.tsx'
import { useClockText } from '../../parts/moments.ts'
import { usePlainSentence } from '../../parts/plain.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { FormRefused, fieldFaultOf, Notice, QueryState, Refused, useErrorSentence } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { shiftWords } from '../../words/shift.ts'
import { backupWords } from '../../words/upkeep.ts'
import { Export } from './export.tsx'
import { waitForGatewayMode } from './go-live/move.ts'
import { Page, Part } from './page.tsx'
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
      <CopySafetyNotice />
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
  const [path, setPath] = useState(folder)
  const [at, setAt] = useState(plan.daily_at)
  const choose = async () => setPath((await desktop?.chooseFolder({}))?.path ?? path)
  const body = { folder: path.trim(), daily_at: at }
  const save = useAct(['backup-plan', 'health'], (must_exist: boolean) =>
    operator('planBackup', { body: { ...body, must_exist } }),
  )
  // A second press makes a folder of which the first one said that it does not exist.
  const submit = () => save.mutate(save.error === null && !plan.drives.some((drive) => drive.folder === path))
  return (
    <form onSubmit={withPreventDefault(submit)} onInput={save.reset}>
      <Text fw={600}>{say(plan.drives.length > 0 ? 'drives' : 'no_drives')}</Text>
      <Group>
        {plan.drives.map(({ name, folder: there, free_bytes: free }) => (
          <Secondary
            key={there}
            variant={there === path ? 'light' : 'default'}
            aria-pressed={there === path}
            onClick={() => setPath(there)}
          >
            {name} · {say('free', { size: (free / 1e9).toFixed(1) })}
          </Secondary>
        ))}
      </Group>
      <Group align="end">
        <TextInput
          label={say('folder')}
          value={path}
          w="min(420px, 100%)"
          error={fieldFaultOf(save.error, '/folder')}
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
      <FormRefused error={save.error} />
      {save.isSuccess && (
        <Notice tone={save.data.is_own_disk ? 'warning' : 'calm'} ref={scrollIntoSight}>
          {save.data.is_own_disk ? `${say('is_saved')} ${say('own_disk')}` : say('plan_saved')}
        </Notice>
      )}
    </form>
  )
}

export function Backup() {
  const say = useWords(ownerWords)
  const sayUpkeep = useWords(backupWords)
  return (
    <Page title={say('backup')} text={say('backup_text')}>
      <GoOnWithBackup />
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

/** After an older backup was restored nothing is sent until an owner goes on with it. */
function GoOnWithBackup() {
  const say = useWords(ownerWords)
  const sayShift = useWords(shiftWords)
  const plain = usePlainSentence()
  const standing = useQuery({ queryKey: ['proof'], queryFn: () => operator('proof') })
  const goOn = useAct(['proof', 'health', 'queue', 'backup-plan'], () =>
    operator('trust', { body: { reason: say('go_on') } }),
  )
  const health = useHealth()
  const restored = standing.data?.findings.find(({ code }) => code === 'backup_restored')
  if (goOn.isSuccess)
    return (
      <Notice tone="good" title={plain(goOn.data.message)}>
        <Button component={Link} to="/reconciliation">
          {sayShift('reconciliation')}
        </Button>
      </Notice>
    )
  // There is no such alert if anything else was found.
  if (!restored || !health.data?.alerts.some(({ code }) => code === restored.code)) return null
  return (
    <Notice tone="calm">
      <Stack align="start" gap="sm">
        {plain(say('go_on_text', { time: restored.detail ?? '–' }))}
        <Button loading={goOn.isPending} onClick={() => goOn.mutate()}>
          {say('go_on')}
        </Button>
        <Refused error={goOn.error} />
      </Stack>
    </Notice>
  )
}

/** With a small copy the gateway may be away so briefly that this page does not notice it. */
const unseenMs = 10_000
const patienceMs = 30 * 60_000

/** Restores a backup. The gateway ends and starts again; then this page shows the result. */
function RestoreBackup() {
  const say = useWords(ownerWords)
  const sentenceOf = useErrorSentence()
  const health = useHealth()
  const plan = useBackupPlan()
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const clock = useClockText()
  const queries = useQueryClient()
  const isAsked = usePinQuestion() !== null
  const putBack = useMutation({
    mutationFn: async (file: string | null) => {
      await operator('restore', { body: { file } })
      await beginsAgain()
    },
    // After a restore every earlier answer may be wrong.
    onSettled: () => queries.invalidateQueries(),
  })
  const restored = installations.data?.restored ?? null
  const copiedAt = health.data?.copied_at ?? health.data?.backed_up_at
  const copies = [...(copiedAt ? [{ file: null, at: copiedAt, newer: 0 }] : []), ...(plan.data?.backups ?? [])]
  return (
    <>
      {restored && (
        <Notice tone={restored.refusal === null ? 'calm' : 'bad'} role="status">
          {say(restored.refusal === null ? 'restored' : `restore_${restored.refusal}`, {
            file: restored.file ?? say('the_copy'),
          })}
        </Notice>
      )}
      {copies.length === 0 && <Text>{say('no_copy')}</Text>}
      <Table className={style['copies']}>
        {copies.map(({ file, at, newer }) => (
          <Row key={file}>
            {say(file === null ? 'the_copy' : 'full_backup')}
            <Time instant={at} withDay withSeconds={false} />
            <div className={style['acts']}>
              <ConfirmButton
                label={say('restore_this')}
                title={say('restore_title', { time: clock(Date.parse(at)) })}
                text={`${newer > 0 ? say('restore_newer', { count: newer }) : ''} ${say('restore_ask')}`.trim()}
                isDestructive
                stale={[]}
                act={async () => putBack.mutate(file)}
              />
            </div>
          </Row>
        ))}
      </Table>
      {putBack.isError && <Text role="alert">{sentenceOf(putBack.error)}</Text>}
      {putBack.isPending && !isAsked && (
        <output className={style['task']}>
          <Text fw={600}>{say('restoring')}</Text>
          <progress aria-label={say('restoring')} />
          <span>{say('restoring_text')}</span>
        </output>
      )}
    </>
  )
}

/** Resolves once the gateway answers after it was away. @throws Error if it stays away */
async function beginsAgain(): Promise<void> {
  const begun = performance.now()
  const mode = await waitForGatewayMode(patienceMs, (_, wasAway) => wasAway || performance.now() - begun > unseenMs)
  if (mode === null) throw new Error('the gateway did not begin again')
}
