import { Text } from '@mantine/core'
import {
  type Icon,
  IconBan,
  IconCircleOff,
  IconFileInvoice,
  IconGavel,
  IconLock,
  IconPencil,
  IconReceiptRefund,
  IconRefresh,
  IconRotateClockwise,
  IconSearch,
  IconStack2,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { givesBack } from '../../shared/domain/status.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { type Command, useOfferCommands } from '../commands/commands.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import type { RecordDetail } from '../gateway/records.ts'
import { useMay, useMayForAll } from '../gateway/session.ts'
import { Refused } from '../parts/states.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { recordWords } from '../words/record.ts'
import { EndingDialog } from './ending-dialog.tsx'
import { DecideOutcomeDialog } from './resolve-dialog.tsx'

const icons = {
  correct: IconPencil,
  look_up: IconSearch,
  release: IconRotateClockwise,
  resolve: IconGavel,
  resend: IconRefresh,
  close: IconLock,
  consolidate_anew: IconStack2,
  void: IconCircleOff,
  cancel: IconBan,
  note: IconReceiptRefund,
  convert: IconFileInvoice,
} as const satisfies Record<string, Icon>
type Act = keyof typeof icons

const idOf = (act: Act): string => (act === 'convert' ? 'buyer' : act.replace('_', '-'))

const calls = {
  look_up: 'lookUpRecord',
  release: 'releaseRecord',
  resend: 'resendRecord',
} as const

/** Acts that a person most likely wants, if they are possible. Acts that settle a doubt come before acts that withdraw. */
const likely: readonly Act[] = ['correct', 'consolidate_anew', 'resolve', 'release', 'look_up']

interface DocumentActsProps {
  readonly shown: RecordDetail
  /** In the list To do, which has only the acts that settle or withdraw a document. */
  readonly isInList?: boolean
}

/** Buttons for what a person can do with this document. Each call carries the version that was seen. */
export function DocumentActs({ shown, isInList = false }: DocumentActsProps) {
  const say = useWords(recordWords)
  const sayAct = useWords(actWords)
  const go = useNavigate()
  const [asked, setAsked] = useState<Act | null>(null)
  const stopAsking = () => setAsked(null)
  const { record, version } = shown
  const { SALE_GUID: guid } = record
  const acting = useAct(['record', 'records', 'queue'], (act: keyof typeof calls) =>
    operator(calls[act], { params: { guid }, body: { version } }),
  )
  const press = (act: Act) => {
    if (act === 'correct') void go({ to: '/new', search: { correct: guid } })
    else if (act === 'note') void go({ to: '/new', search: { original: guid, kind: 'refund_note' } })
    else if (act === 'convert') void go({ to: '/sales/$guid/buyer', params: { guid } })
    else if (act === 'consolidate_anew') void go({ to: '/consolidation' })
    else if (act === 'look_up' || act === 'release' || act === 'resend') acting.mutate(act)
    else setAsked(act)
  }
  const commands = useOfferedActs(shown, isInList).map(
    ([act, blockReason]): Command => ({
      id: idOf(act),
      label: act === 'void' || act === 'cancel' || act === 'close' || act === 'resolve' ? sayAct(act) : say(act),
      icon: icons[act],
      blockReason,
      run: () => press(act),
    }),
  )
  useOfferCommands(commands)
  const possible = commands.filter(({ blockReason }) => blockReason === null)
  const first = likely.map(idOf).find((id) => possible.some((command) => command.id === id))
  // A look-up may show it valid while a finger comes down: that must not cancel it.
  const primary = first ?? (isInList ? possible.find(({ id }) => id !== idOf('cancel'))?.id : undefined)
  return (
    <>
      {possible.map((command) => (
        <CommandButton
          key={command.id}
          command={command}
          variant={command.id === primary ? 'filled' : 'default'}
          loading={acting.isPending && idOf(acting.variables) === command.id}
        />
      ))}
      {(asked === 'void' || asked === 'cancel' || asked === 'close') && (
        <EndingDialog act={asked} shown={shown} onClose={stopAsking} />
      )}
      {asked === 'resolve' && <DecideOutcomeDialog record={record} version={version} onClose={stopAsking} />}
      {acting.isSuccess && acting.variables === 'look_up' && <Text role="status">{say('looking_up')}</Text>}
      {asked === null && <Refused error={acting.error} />}
    </>
  )
}

/**
 * The acts in the order of their buttons, each with null or why it is not possible. The gateway decides it (NEXT_ACTION
 * and the record's acts). An act that is not possible has no button, but its key says why not.
 */
function useOfferedActs({ record, acts, conversion, refunded }: RecordDetail, isInList: boolean) {
  const say = useWords(recordWords)
  const maySubmit = useMay('submit')
  const maySettle = useMay('void')
  const mayForAll = useMayForAll('void')
  const { NEXT_ACTION, STATUS, CONSOLIDATED, KIND, MEMBERS } = record
  const { ACTION, REASON } = NEXT_ACTION
  const unless = (fits: boolean) => (fits ? null : say('denied', { why: REASON }))
  const isSale = MEMBERS === undefined && !givesBack({ kind: KIND })
  const canRefund = isSale && (STATUS === 'Valid' || (STATUS === 'Pending' && CONSOLIDATED))
  const offered: Readonly<Partial<Record<Act, string | null>>> = {
    ...(ACTION === 'correct' && !CONSOLIDATED && { correct: null }),
    ...(maySettle && Object.fromEntries(acts.map((act) => [act, null]))),
    void: ACTION === 'cancel' ? say('too_late_to_void') : unless(ACTION === 'void'),
    cancel: unless(ACTION === 'cancel'),
    ...(!isInList && {
      ...(mayForAll && MEMBERS !== undefined && STATUS === 'Invalid' && { consolidate_anew: null }),
      note: refunded ? say('all_refunded') : unless(canRefund),
      ...(maySubmit && conversion && { convert: conversion.blockReason }),
    }),
  }
  return Object.entries(offered) as [Act, string | null][]
}
