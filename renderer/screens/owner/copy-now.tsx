import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { Time } from '../../parts/figures.tsx'
import { preventing } from '../../parts/forms.ts'
import { useFaultOf } from '../../parts/states.tsx'
import { localeOf, useLanguage, useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import style from './settings.module.css'

/** A copy of everything in a new file of this computer. A person who leaves meanwhile finds here what came of it. */
export function CopyNow() {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [file, setFile] = useState('')
  const copy = useAct(['backup'], () => operator('backup', { body: { file: file.trim() } }))
  const last = useQuery({
    queryKey: ['backup'],
    queryFn: () => operator('showBackup'),
    refetchInterval: ({ state }) => (copy.isPending || state.data?.state === 'running' ? lookMs : false),
  })
  return (
    <>
      <form className={style['row']} onSubmit={preventing(copy.mutate)}>
        <TextInput
          label={say('backup_file')}
          description={say('backup_file_hint')}
          value={file}
          miw="min(420px, 100%)"
          onChange={(event) => setFile(event.currentTarget.value)}
          error={faultOf(copy.error, '/file')}
        />
        <Button type="submit" loading={copy.isPending} disabled={file.trim() === ''}>
          {say('copy_now')}
        </Button>
      </form>
      {last.data && <LastCopy made={last.data} isTold={copy.isError} />}
    </>
  )
}

interface LastCopyProps {
  readonly made: Awaited<ReturnType<typeof operator<'showBackup'>>>
  /** The form says already what went wrong. */
  readonly isTold: boolean
}

function LastCopy({ made, isTold }: LastCopyProps) {
  const say = useWords(upkeepWords)
  const sizeOf = useSize()
  const { state, done_bytes: done, total_bytes: total, finished_at: finishedAt, message } = made
  const file = made.file ?? ''
  switch (state) {
    case 'none':
      return null
    case 'running':
      return <TaskProgress title={say('copying', { file })} doneBytes={done} totalBytes={total} />
    case 'done':
      return (
        <Alert color="teal" variant="light" role="status">
          {say('copy_made', { file, size: sizeOf(done) })}{' '}
          {finishedAt !== null && <Time instant={finishedAt} withDay />}
        </Alert>
      )
    case 'failed':
      return isTold ? null : (
        <Alert color="red" variant="light" role="status" title={say('copy_failed', { file })}>
          <Text>{message}</Text>
        </Alert>
      )
  }
}

/** How often the progress is shown. */
const lookMs = 400

const megabyte = 1_000_000

/** @returns a size as people write it */
export function useSize(): (bytes: number) => string {
  const locale = localeOf(useLanguage())
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (bytes) => unit.format(bytes / megabyte)
}

interface TaskProgressProps {
  readonly title: string
  readonly doneBytes: number
  /** 0 while it is not known. */
  readonly totalBytes: number
}

/** How far something is that takes its time. */
function TaskProgress({ title, doneBytes, totalBytes }: TaskProgressProps) {
  const say = useWords(upkeepWords)
  const sizeOf = useSize()
  const locale = localeOf(useLanguage())
  const isKnown = totalBytes > 0
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(isKnown ? doneBytes / totalBytes : 0)
  return (
    <div className={style['task']}>
      <Text fw={600}>{title}</Text>
      <progress aria-label={title} max={isKnown ? totalBytes : 1} value={isKnown ? doneBytes : undefined} />
      <span className="figure">
        {isKnown ? say('done_of', { percent, done: sizeOf(doneBytes), total: sizeOf(totalBytes) }) : say('beginning')}
      </span>
    </div>
  )
}
