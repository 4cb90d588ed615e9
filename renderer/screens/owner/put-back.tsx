import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { hasFaults, useFaultOf, useSentence } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { useSize } from './copy-now.tsx'
import { untilAnswered } from './go-live/move.ts'
import style from './settings.module.css'

/** It ends for a moment only where the copy is small: then it may not be seen to be away. */
const unseenMs = 10_000
const patienceMs = 30 * 60_000

/** The gateway ends for it and begins again: what came of it is told here afterwards. */
export function PutBack() {
  const say = useWords(ownerWords)
  const sentenceOf = useSentence()
  const faultOf = useFaultOf()
  const [file, setFile] = useState('')
  /** What is to be put back: a file, or the continuous copy (null); false while nothing is asked. */
  const [asked, setAsked] = useState<string | null | false>(false)
  const health = useQuery({ queryKey: ['health'], queryFn: () => operator('health') })
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const queries = useQueryClient()
  const [begun, setBegun] = useState<Begun | null>(null)
  const putBack = useMutation({
    mutationFn: async (from: string | null) => {
      const { bytes } = await operator('restore', { body: { file: from } })
      setBegun({ at: Date.now(), bytes })
      await beginsAgain()
    },
    onSettled: () => {
      setBegun(null)
      // Nothing that was asked before is so any more.
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
        <Alert color={restored.refusal === null ? 'teal' : 'red'} variant="light" role="status">
          {restored.refusal === null
            ? say('restored', { file: restored.file ?? say('the_copy') })
            : say(`restore_${restored.refusal}`, { file: restored.file ?? say('the_copy') })}
        </Alert>
      )}
      <div className={style['row']}>
        <Button disabled={begun !== null || !copiedAt} onClick={() => setAsked(null)}>
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
        <TextInput
          label={say('restore_file')}
          value={file}
          miw="min(420px, 100%)"
          error={fault}
          onChange={(event) => setFile(event.currentTarget.value)}
        />
        <Secondary disabled={file.trim() === '' || begun !== null} onClick={() => setAsked(file.trim())}>
          {say('restore')}
        </Secondary>
      </div>
      {putBack.isError && fault === null && <Text role="alert">{sentenceOf(putBack.error)}</Text>}
      {begun !== null && <Underway begun={begun} />}
      <Dialog
        title={say('restore_title')}
        isOpen={asked !== false}
        isDestructive
        act={say('restore')}
        isBusy={putBack.isPending}
        onAct={() => {
          if (asked !== false) putBack.mutate(asked)
          setAsked(false)
        }}
        onClose={() => setAsked(false)}
      >
        <p>{say('restore_ask')}</p>
      </Dialog>
    </>
  )
}

interface Begun {
  readonly at: number
  /** How large the copy is. */
  readonly bytes: number
}

/** Nothing answers while the copy is put in place: what can be told is how much it is, and for how long it goes on. */
function Underway({ begun: { at: since, bytes } }: { readonly begun: Begun }) {
  const say = useWords(ownerWords)
  const sizeOf = useSize()
  const [seconds, setSeconds] = useState(0)
  useInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000, { autoInvoke: true })
  const elapsed = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <output className={style['task']}>
      <Text fw={600}>{say('restoring', { size: sizeOf(bytes) })}</Text>
      <progress aria-label={say('restoring', { size: sizeOf(bytes) })} />
      <span>
        <span className="figure" aria-hidden>
          {elapsed}
        </span>{' '}
        {say('restoring_text')}
      </span>
    </output>
  )
}

/** @returns once the gateway answers after it was away. @throws Error if it stays away */
async function beginsAgain(): Promise<void> {
  const begun = performance.now()
  const mode = await untilAnswered(patienceMs, (_, wasAway) => wasAway || performance.now() - begun > unseenMs)
  if (mode === null) throw new Error('the gateway did not begin again')
}
