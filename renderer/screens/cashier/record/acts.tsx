import { Button, Group, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBan,
  IconCircleOff,
  IconFileInvoice,
  IconFileMinus,
  IconGavel,
  IconLock,
  IconPencil,
  IconRefresh,
  IconRotateClockwise,
  IconSearch,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { ApprovableAct } from '../../../acts/approval.tsx'
import { ResolveDialog } from '../../../acts/resolve-dialog.tsx'
import { WithdrawDialog } from '../../../acts/withdraw-dialog.tsx'
import type { Command } from '../../../commands/command.ts'
import { useOffer } from '../../../commands/commands.tsx'
import { operator } from '../../../gateway/api.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { useSentence } from '../../../parts/states.tsx'
import { actWords } from '../../../words/acts.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { shellWords } from '../../../words/shell.ts'

/**
 * What a person can do with this document. Void and cancel are both always shown: the one that does not fit says why
 * (interface 3). What fits was decided by the gateway, as NEXT_ACTION and as the acts it names.
 */
export function Acts({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const sayShell = useWords(shellWords)
  const go = useNavigate()
  const [asked, setAsked] = useState<ApprovableAct | null>(null)
  const { record } = shown
  const isReceipt = useMay('submit') && shown.conversion !== null
  const { ACTION, REASON } = record.NEXT_ACTION
  const commands = useMemo<readonly Command[]>(() => {
    const hindrance = (fits: boolean) => (fits ? null : say('denied', { why: REASON }))
    const isNotable = record.STATUS === 'Valid'
    return [
      {
        id: 'void',
        key: 'F6',
        label: say('void'),
        icon: <IconCircleOff size={20} aria-hidden />,
        hindrance: hindrance(ACTION === 'void'),
        run: () => setAsked('void'),
      },
      {
        id: 'cancel',
        key: 'F7',
        label: say('cancel'),
        icon: <IconBan size={20} aria-hidden />,
        hindrance: hindrance(ACTION === 'cancel'),
        run: () => setAsked('cancel'),
      },
      {
        id: 'note',
        key: 'F8',
        label: say('note'),
        icon: <IconFileMinus size={20} aria-hidden />,
        hindrance: hindrance(isNotable),
        run: () => void go({ to: '/new', search: { original: record.SALE_GUID, kind: 'credit_note' } }),
      },
      // Where it is too late too: the next screen says why, and what there is instead.
      ...(isReceipt
        ? [
            {
              id: 'convert',
              key: 'F9',
              label: say('convert'),
              icon: <IconFileInvoice size={20} aria-hidden />,
              run: () => void go({ to: '/sales/$guid/buyer', params: { guid: record.SALE_GUID } }),
            } as const,
          ]
        : []),
      ...(ACTION === 'correct' && !record.CONSOLIDATED
        ? [
            {
              id: 'correct',
              key: 'F9',
              label: say('correct'),
              icon: <IconPencil size={20} aria-hidden />,
              run: () => void go({ to: '/new', search: { correct: record.SALE_GUID } }),
            } as const,
          ]
        : []),
      {
        id: 'back',
        label: sayShell('back'),
        icon: <IconArrowBackUp size={20} aria-hidden />,
        run: () => window.history.back(),
      },
    ]
  }, [say, sayShell, go, ACTION, REASON, record.STATUS, record.SALE_GUID, record.CONSOLIDATED, isReceipt])
  useOffer(commands)
  return (
    <>
      <Group gap="sm">
        {commands.map(({ id, label, icon, hindrance, run }) => (
          <Button
            key={id}
            variant={id === 'correct' ? 'filled' : 'default'}
            leftSection={icon}
            onClick={run}
            disabled={Boolean(hindrance)}
            title={hindrance ?? undefined}
          >
            {label}
          </Button>
        ))}
        <SupervisorActs shown={shown} />
      </Group>
      {asked !== null && <WithdrawDialog act={asked} record={record} isOpen onClose={() => setAsked(null)} />}
    </>
  )
}

const icons: Readonly<Record<SimpleAct, ReactNode>> = {
  look_up: <IconSearch size={20} aria-hidden />,
  release: <IconRotateClockwise size={20} aria-hidden />,
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

/** What the gateway would not refuse now; the version seen goes along, so that a stale screen never acts. */
function SupervisorActs({ shown: { acts, version, record } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const sayAct = useWords(actWords)
  const sentenceOf = useSentence()
  const queries = useQueryClient()
  const mayAct = useMay('void')
  const [isResolving, setIsResolving] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const acting = useMutation({
    mutationFn: (act: SimpleAct) => operator(calls[act], { params: { guid: record.SALE_GUID }, body: { version } }),
    onSettled: () => {
      setIsClosing(false)
      return queries.invalidateQueries({ queryKey: ['record'] })
    },
  })
  if (!mayAct) return null
  return (
    <>
      {acts
        .filter((act): act is SimpleAct => act !== 'resolve')
        .map((act) => (
          <Button
            key={act}
            variant="default"
            leftSection={icons[act]}
            loading={acting.isPending && acting.variables === act}
            onClick={() => (act === 'close' ? setIsClosing(true) : acting.mutate(act))}
          >
            {say(act)}
          </Button>
        ))}
      {acts.includes('resolve') && (
        <Button
          variant="default"
          leftSection={<IconGavel size={20} aria-hidden />}
          onClick={() => setIsResolving(true)}
        >
          {sayAct('resolve')}
        </Button>
      )}
      <Dialog
        title={say('close_title', { code: record.SALE_CODE })}
        isOpen={isClosing}
        isDestructive
        act={say('close')}
        isBusy={acting.isPending}
        onAct={() => acting.mutate('close')}
        onClose={() => setIsClosing(false)}
      >
        <Text>{say('close_text')}</Text>
      </Dialog>
      {isResolving && <ResolveDialog record={record} version={version} onClose={() => setIsResolving(false)} />}
      {acting.isError && <Text role="alert">{sentenceOf(acting.error)}</Text>}
    </>
  )
}
