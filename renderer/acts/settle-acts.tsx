import { Button, Text } from '@mantine/core'
import { IconGavel, IconLock, IconRefresh, IconRotateClockwise, IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PersonAct } from '../../shared/domain/person-acts.ts'
import { operator } from '../gateway/api.ts'
import type { RecordDetail } from '../gateway/records.ts'
import { useMay } from '../gateway/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useSentence } from '../parts/states.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { recordWords } from '../words/record.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

const icons: Readonly<Record<PersonAct, ReactNode>> = {
  look_up: <IconSearch size={20} aria-hidden />,
  release: <IconRotateClockwise size={20} aria-hidden />,
  resolve: <IconGavel size={20} aria-hidden />,
  resend: <IconRefresh size={20} aria-hidden />,
  close: <IconLock size={20} aria-hidden />,
}
const calls = {
  look_up: 'lookUpRecord',
  release: 'releaseRecord',
  resend: 'resendRecord',
  close: 'closeRecord',
} as const
type SimpleAct = keyof typeof calls

interface SettleActsProps {
  readonly shown: RecordDetail
  /** Looks like what one would press here. */
  readonly first?: PersonAct | null
}

/** What the gateway would not refuse a supervisor now; the version seen goes along, so that a stale screen never acts. */
export function SettleActs({ shown: { acts, version, record }, first = null }: SettleActsProps) {
  const say = useWords(recordWords)
  const sayAct = useWords(actWords)
  const sentenceOf = useSentence()
  const queries = useQueryClient()
  const mayAct = useMay('void')
  const [asked, setAsked] = useState<'resolve' | 'close' | null>(null)
  const stopAsking = () => setAsked(null)
  const acting = useMutation({
    mutationFn: (act: SimpleAct) => operator(calls[act], { params: { guid: record.SALE_GUID }, body: { version } }),
    onSettled: () => {
      stopAsking()
      return Promise.all(['record', 'records', 'queue'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
    },
  })
  if (!mayAct) return null
  return (
    <>
      {acts.map((act) => (
        <Button
          key={act}
          variant={act === first ? 'filled' : 'default'}
          data-primary={act === first || undefined}
          leftSection={icons[act]}
          loading={acting.isPending && acting.variables === act}
          onClick={() => (act === 'close' || act === 'resolve' ? setAsked(act) : acting.mutate(act))}
        >
          {act === 'resolve' ? sayAct('resolve') : say(act)}
        </Button>
      ))}
      <Dialog
        title={say('close_title', { code: record.SALE_CODE })}
        isOpen={asked === 'close'}
        isDestructive
        act={say('close')}
        isBusy={acting.isPending}
        onAct={() => acting.mutate('close')}
        onClose={stopAsking}
      >
        <Text>{say('close_text')}</Text>
      </Dialog>
      {asked === 'resolve' && <ResolveDialog record={record} version={version} onClose={stopAsking} />}
      {acting.isSuccess && acting.variables === 'look_up' && <Text role="status">{say('looking_up')}</Text>}
      {acting.isError && <Text role="alert">{sentenceOf(acting.error)}</Text>}
    </>
  )
}
