import { Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { operator } from '../../gateway/api.ts'
import { useBackupPlan, useHealth } from '../../gateway/health.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { useClockText } from '../../parts/moments.ts'
import { Notice, useErrorSentence } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { waitForGatewayMode } from './go-live/move.ts'
import style from './settings.module.css'

/** With a small copy the gateway may be away so briefly that this page does not notice it. */
const unseenMs = 10_000
const patienceMs = 30 * 60_000

/** Restores a backup. The gateway ends and starts again; then this page shows the result. */
export function RestoreBackup() {
  const say = useWords(ownerWords)
  const sentenceOf = useErrorSentence()
  const health = useHealth()
  const plan = useBackupPlan()
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const clock = useClockText()
  const queries = useQueryClient()
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
  const copies = [...(copiedAt ? [{ file: null, at: copiedAt }] : []), ...(plan.data?.backups ?? [])]
  return (
    <>
      <Text>{say('restore_text')}</Text>
      {restored && (
        <Notice tone={restored.refusal === null ? 'calm' : 'bad'} role="status">
          {say(restored.refusal === null ? 'restored' : `restore_${restored.refusal}`, {
            file: restored.file ?? say('the_copy'),
          })}
        </Notice>
      )}
      {copies.length === 0 && <Text>{say('no_copy')}</Text>}
      <Table className={style['copies']}>
        {copies.map(({ file, at }) => (
          <Row key={file}>
            {say(file === null ? 'the_copy' : 'full_backup')}
            <>
              {say('as_of')} <Time instant={at} withDay withSeconds={false} />
              <div className={style['path']}>
                <bdi>{file}</bdi>
              </div>
            </>
            <div className={style['acts']}>
              <ConfirmButton
                label={say('restore_this')}
                title={say('restore_title', { time: clock(Date.parse(at)) })}
                text={say('restore_ask')}
                isDestructive
                stale={[]}
                act={async () => putBack.mutate(file)}
              />
            </div>
          </Row>
        ))}
      </Table>
      {putBack.isError && <Text role="alert">{sentenceOf(putBack.error)}</Text>}
      {putBack.isPending && (
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
