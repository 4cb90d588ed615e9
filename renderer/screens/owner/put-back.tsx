import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { useHealth } from '../../gateway/health.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { hasFaults, Notice, useErrorSentence, useFieldError } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { PathField, useSizeFormat } from './copies.tsx'
import { waitForGatewayMode } from './go-live/move.ts'
import style from './settings.module.css'

/** With a small copy the gateway may be away so briefly that this page does not notice it. */
const unseenMs = 10_000
const patienceMs = 30 * 60_000

/** Restores a backup. The gateway ends and starts again; then this page shows the result. */
export function RestoreBackup() {
  const say = useWords(ownerWords)
  const sentenceOf = useErrorSentence()
  const faultOf = useFieldError()
  const [file, setFile] = useState('')
  /** The file to restore, or null for the continuous copy; false while no question is open. */
  const [asked, setAsked] = useState<string | null | false>(false)
  const health = useHealth()
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const queries = useQueryClient()
  const sizeOf = useSizeFormat()
  /** The size of the copy during the restore, while the gateway does not answer. */
  const [bytes, setBytes] = useState<number | null>(null)
  const putBack = useMutation({
    mutationFn: async (from: string | null) => {
      setBytes((await operator('restore', { body: { file: from } })).bytes)
      await beginsAgain()
    },
    onSettled: () => {
      setBytes(null)
      // After a restore every earlier answer may be wrong.
      return queries.invalidateQueries()
    },
  })
  const fault = hasFaults(putBack.error) ? faultOf(putBack.error, '/file') : null
  const restored = installations.data?.restored ?? null
  const copiedAt = health.data?.copied_at ?? health.data?.backed_up_at
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
      <div className={style['row']}>
        <Button disabled={bytes !== null || !copiedAt} onClick={() => setAsked(null)}>
          {say('restore_copy')}
        </Button>
        <Text>
          {copiedAt ? (
            <>
              {say('copied_at')} <Time instant={copiedAt} withDay />
            </>
          ) : (
            say('no_copy')
          )}
        </Text>
      </div>
      <div className={style['row']}>
        <PathField kind="file" label={say('restore_file')} path={file} error={fault} onPath={setFile} />
        <Secondary disabled={file.trim() === '' || bytes !== null} onClick={() => setAsked(file.trim())}>
          {say('restore')}
        </Secondary>
      </div>
      {putBack.isError && fault === null && <Text role="alert">{sentenceOf(putBack.error)}</Text>}
      {bytes !== null && (
        <output className={style['task']}>
          <Text fw={600}>{say('restoring', { size: sizeOf(bytes) })}</Text>
          <progress aria-label={say('restoring', { size: sizeOf(bytes) })} />
          <span>{say('restoring_text')}</span>
        </output>
      )}
      {asked !== false && (
        <Confirm
          title={say('restore_title')}
          isDestructive
          act={say('restore')}
          onAct={() => {
            putBack.mutate(asked)
            setAsked(false)
          }}
          onClose={() => setAsked(false)}
        >
          <p>{say('restore_ask')}</p>
        </Confirm>
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
