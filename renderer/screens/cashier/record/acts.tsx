import { Group } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCircleOff,
  IconFileInvoice,
  IconFileMinus,
  IconPencil,
  IconStack2,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SettleActs } from '../../../acts/settle-acts.tsx'
import { type ApprovableAct, WithdrawDialog } from '../../../acts/withdraw-dialog.tsx'
import { CommandButton } from '../../../commands/command-bar.tsx'
import { type Command, useOffer } from '../../../commands/commands.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { useMay, useMayForAll } from '../../../gateway/session.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { shellWords } from '../../../words/shell.ts'

/**
 * What a person can do with this document, first what comes next. What is not possible now has no button here: it stands
 * in the bar of keys and in the palette, and says why. What fits was decided by the gateway, as NEXT_ACTION and as the
 * acts it names.
 */
export function Acts({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const sayShell = useWords(shellWords)
  const go = useNavigate()
  const [asked, setAsked] = useState<ApprovableAct | null>(null)
  const { record } = shown
  const { SALE_GUID: guid } = record
  const isReceipt = useMay('submit') && shown.conversion !== null
  const { ACTION, REASON } = record.NEXT_ACTION
  const isAnew = useMayForAll('void') && record.MEMBERS !== undefined && record.STATUS === 'Invalid'
  const unless = (fits: boolean) => (fits ? null : say('denied', { why: REASON }))
  const correct: Command = {
    id: 'correct',
    label: say('correct'),
    icon: IconPencil,
    run: () => void go({ to: '/new', search: { correct: guid } }),
  }
  const consolidate: Command = {
    id: 'consolidate-anew',
    label: say('consolidate_anew'),
    icon: IconStack2,
    run: () => void go({ to: '/consolidation' }),
  }
  const convert: Command = {
    id: 'convert',
    label: say('convert'),
    icon: IconFileInvoice,
    run: () => void go({ to: '/sales/$guid/buyer', params: { guid } }),
  }
  const commands: readonly Command[] = [
    ...(ACTION === 'correct' && !record.CONSOLIDATED ? [correct] : []),
    ...(isAnew ? [consolidate] : []),
    {
      id: 'void',
      label: say('void'),
      icon: IconCircleOff,
      hindrance: unless(ACTION === 'void'),
      run: () => setAsked('void'),
    },
    {
      id: 'cancel',
      label: say('cancel'),
      icon: IconBan,
      hindrance: unless(ACTION === 'cancel'),
      run: () => setAsked('cancel'),
    },
    {
      id: 'note',
      label: say('note'),
      icon: IconFileMinus,
      hindrance: unless(record.STATUS === 'Valid'),
      run: () => void go({ to: '/new', search: { original: guid, kind: 'credit_note' } }),
    },
    // Where it is too late too: the next screen says why, and what there is instead.
    ...(isReceipt ? [convert] : []),
    { id: 'back', label: sayShell('back'), icon: IconArrowBackUp, run: () => window.history.back() },
  ]
  useOffer(commands)
  return (
    <>
      <Group gap="sm">
        {commands
          .filter(({ hindrance }) => !hindrance)
          .map((command) => (
            <CommandButton
              key={command.id}
              command={command}
              variant={command.id === 'correct' || command.id === 'consolidate-anew' ? 'filled' : 'default'}
            />
          ))}
        <SettleActs shown={shown} />
      </Group>
      {asked !== null && <WithdrawDialog act={asked} record={record} onClose={() => setAsked(null)} />}
    </>
  )
}
