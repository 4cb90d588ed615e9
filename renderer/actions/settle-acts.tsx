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

/** Acts on the record itself: correct a refused one, or withdraw a valid one. */
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

/** Acts that settle a doubt. They come first, before acts that withdraw. */
const settling = ['resolve', 'release', 'look_up'] as const satisfies readonly PersonAct[]

interface SettleActsProps {
  readonly shown: RecordDetail
  /**
   * The main act of the record, shown among the others. Leave it out if the record's screen shows its acts elsewhere.
   */
  readonly own?: OwnAct | null
}

/**
 * Buttons for what the gateway allows a supervisor now. Each call carries the version that was seen, so a stale screen
 * changes nothing.
 */
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
