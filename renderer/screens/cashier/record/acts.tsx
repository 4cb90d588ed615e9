import { Group } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconBan,
  IconCircleOff,
  IconFileInvoice,
  IconFileMinus,
  IconPencil,
  IconReceiptRefund,
  IconStack2,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { GiveBack } from '../../../actions/give-back.tsx'
import { SettleActs } from '../../../actions/settle-acts.tsx'
import { type ApprovableAct, WithdrawDialog } from '../../../actions/withdraw-dialog.tsx'
import { CommandButton } from '../../../commands/command-button.tsx'
import { type Command, useOfferCommands } from '../../../commands/commands.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { useMay, useMayForAll } from '../../../gateway/session.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { shellWords } from '../../../words/shell.ts'

type Word = 'correct' | 'consolidate_anew' | 'convert' | 'void' | 'cancel' | 'note' | 'give_back'

/**
 * Buttons for what a person can do with this document, the most likely first. The gateway decides it (NEXT_ACTION and
 * the record's acts). Other acts have no button, but their key says why not.
 */
export function RecordActs({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const sayShell = useWords(shellWords)
  const go = useNavigate()
  const [asked, setAsked] = useState<ApprovableAct | 'give-back' | null>(null)
  const { record } = shown
  const { SALE_GUID: guid } = record
  const maySubmit = useMay('submit')
  // A receipt of the general public can be neither voided nor cancelled.
  const canGiveBack = record.CONSOLIDATED && record.KIND === 'invoice' && ['Pending', 'Valid'].includes(record.STATUS)
  const { ACTION, REASON } = record.NEXT_ACTION
  const isAnew = useMayForAll('void') && record.MEMBERS !== undefined && record.STATUS === 'Invalid'
  const unless = (fits: boolean) => (fits ? null : say('denied', { why: REASON }))
  const made = (id: Word, icon: Icon, run: () => void, blockReason: string | null = null): Command => ({
    id: id.replace('_', '-'),
    label: say(id),
    icon,
    blockReason,
    run,
  })
  const correct = made('correct', IconPencil, () => void go({ to: '/new', search: { correct: guid } }))
  const consolidate = made('consolidate_anew', IconStack2, () => void go({ to: '/consolidation' }))
  const convert = made('convert', IconFileInvoice, () => void go({ to: '/sales/$guid/buyer', params: { guid } }))
  const note = () => void go({ to: '/new', search: { original: guid, kind: 'credit_note' } })
  const commands: readonly Command[] = [
    ...(ACTION === 'correct' && !record.CONSOLIDATED ? [correct] : []),
    ...(isAnew ? [consolidate] : []),
    made('void', IconCircleOff, () => setAsked('void'), unless(ACTION === 'void')),
    made('cancel', IconBan, () => setAsked('cancel'), unless(ACTION === 'cancel')),
    made('note', IconFileMinus, note, unless(record.STATUS === 'Valid' || canGiveBack)),
    // Also if it is too late: the next screen says so, and what is possible instead.
    ...(maySubmit && shown.conversion !== null ? [convert] : []),
    ...(maySubmit && canGiveBack ? [made('give_back', IconReceiptRefund, () => setAsked('give-back'))] : []),
    { id: 'back', label: sayShell('back'), icon: IconArrowBackUp, run: () => window.history.back() },
  ]
  useOfferCommands(commands)
  return (
    <>
      <Group gap="sm">
        {commands
          .filter(({ blockReason }) => !blockReason)
          .map((command) => (
            <CommandButton
              key={command.id}
              command={command}
              variant={command.id === 'correct' || command.id === 'consolidate-again' ? 'filled' : 'default'}
            />
          ))}
        <SettleActs shown={shown} />
      </Group>
      {asked === 'give-back' && <GiveBack record={record} onClose={() => setAsked(null)} />}
      {(asked === 'void' || asked === 'cancel') && (
        <WithdrawDialog act={asked} record={record} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
