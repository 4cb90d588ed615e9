import { Button, Text } from '@mantine/core'
import {
  IconBan,
  IconCircleOff,
  IconGavel,
  IconLock,
  IconPencil,
  IconRefresh,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { PersonAct } from '../../shared/domain/person-acts.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import type { RecordDetail } from '../gateway/records.ts'
import { useMay } from '../gateway/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Refused } from '../parts/states.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { recordWords } from '../words/record.ts'
import { ResolveDialog } from './resolve-dialog.tsx'
import { type ApprovableAct, WithdrawDialog } from './withdraw-dialog.tsx'

/** What is done on the record itself: correcting what was refused, withdrawing what can be withdrawn. */
export type OwnAct = 'correct' | ApprovableAct

const icons: Readonly<Record<PersonAct | OwnAct, ReactNode>> = {
  look_up: <IconSearch size={20} aria-hidden />,
  release: <IconRotateClockwise size={20} aria-hidden />,
  resolve: <IconGavel size={20} aria-hidden />,
  resend: <IconRefresh size={20} aria-hidden />,
  close: <IconLock size={20} aria-hidden />,
  correct: <IconPencil size={20} aria-hidden />,
  void: <IconCircleOff size={20} aria-hidden />,
  cancel: <IconBan size={20} aria-hidden />,
}
const calls = {
  look_up: 'lookUpRecord',
  release: 'releaseRecord',
  resend: 'resendRecord',
  close: 'closeRecord',
} as const
type SimpleAct = keyof typeof calls
const isSimple = (act: PersonAct | OwnAct): act is SimpleAct => act in calls

/** What settles it comes first, and before what withdraws it. */
const settling = ['resolve', 'release', 'look_up'] as const satisfies readonly PersonAct[]

interface SettleActsProps {
  readonly shown: RecordDetail
  /** Beside the others, if what one would press looks like it; left out if the record's own acts have their place. */
  readonly own?: OwnAct | null
}

/** What the gateway would not refuse a supervisor now; the version seen goes along, so that a stale screen never acts. */
export function SettleActs({ shown: { acts, version, record }, own }: SettleActsProps) {
  const say = useWords(recordWords)
  const sayAct = useWords(actWords)
  const go = useNavigate()
  const mayAct = useMay('void')
  const [asked, setAsked] = useState<'resolve' | 'close' | ApprovableAct | null>(null)
  const stopAsking = () => setAsked(null)
  const likely = own === 'correct' ? own : (settling.find((act) => acts.includes(act)) ?? own ?? acts[0])
  const first = own === undefined ? undefined : likely
  const all = own ? (first === own ? [own, ...acts] : [...acts, own]) : acts
  const press = (act: PersonAct | OwnAct) => {
    if (act === 'correct') void go({ to: '/new', search: { correct: record.SALE_GUID } })
    else if (isSimple(act) && act !== 'close') acting.mutate(act)
    else setAsked(act)
  }
  const acting = useAct(
    ['record', 'records', 'queue'],
    (act: SimpleAct) => operator(calls[act], { params: { guid: record.SALE_GUID }, body: { version } }),
    stopAsking,
  )
  if (!mayAct) return null
  return (
    <>
      {all.map((act) => (
        <Button
          key={act}
          variant={act === first ? 'filled' : 'default'}
          data-primary={act === first || undefined}
          leftSection={icons[act]}
          loading={acting.isPending && acting.variables === act}
          onClick={() => press(act)}
        >
          {act === 'resolve' || act === 'void' || act === 'cancel' ? sayAct(act) : say(act)}
        </Button>
      ))}
      {asked === 'close' && (
        <Dialog
          title={say('close_title', { code: record.SALE_CODE })}
          isDestructive
          act={say('close')}
          doing={acting}
          onAct={() => acting.mutate('close')}
          onClose={stopAsking}
        >
          <Text>{say('close_text')}</Text>
        </Dialog>
      )}
      {(asked === 'void' || asked === 'cancel') && <WithdrawDialog act={asked} record={record} onClose={stopAsking} />}
      {asked === 'resolve' && <ResolveDialog record={record} version={version} onClose={stopAsking} />}
      {acting.isSuccess && acting.variables === 'look_up' && <Text role="status">{say('looking_up')}</Text>}
      {asked === null && <Refused error={acting.error} />}
    </>
  )
}
