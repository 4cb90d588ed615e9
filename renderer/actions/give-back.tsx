import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { useAct } from '../gateway/act.ts'
import { gatewayWith } from '../gateway/api.ts'
import { useRoundsCash } from '../gateway/shifts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { bodyWithCashRounding, checkDraft } from '../screens/cashier/new-document/check.ts'
import { newGuid } from '../screens/cashier/new-document/drafts.ts'
import { makeStartingDraft } from '../screens/cashier/new-document/starting-draft.ts'
import { actWords } from '../words/acts.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'
import { refundHeaders, useRefundToAllow } from './refund-approval.tsx'

interface GiveBackProps {
  readonly record: WireRecord
  onClose(): void
}

/** A refund note for a whole receipt of the general public. Such a receipt can be neither voided nor cancelled. */
export function GiveBack({ record, onClose }: GiveBackProps) {
  const say = useWords(actWords)
  const go = useNavigate()
  const { id, draft, body, payable, error } = useNoteOfAll(record)
  const refund = useRefundToAllow(draft, { id, payable })
  const approver = useApprover(refund !== null)
  const give = async () =>
    gatewayWith(await refundHeaders(approver, refund))(`refund_note.${record.FAMILY}.submit`, { body: body as never })
  const giving = useAct(['record', 'records'], give, () => go({ to: '/sales/$guid/done', params: { guid: id } }))
  return (
    <Dialog
      title={say('give_back_title', { code: record.SALE_CODE })}
      act={say('give_back_all')}
      isDestructive
      canAct={body !== undefined && approver.isWhole}
      doing={{ isPending: giving.isPending, error: giving.error ?? error }}
      onAct={giving.mutate}
      onClose={onClose}
    >
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </Text>
      <Text>{say(record.STATUS === 'Pending' ? 'give_back_pending' : 'give_back_declared')}</Text>
      <ApproverFields approver={approver} />
    </Dialog>
  )
}

function useNoteOfAll({ SALE_GUID: original, COMPANY_CODE }: WireRecord) {
  const language = useLanguage()
  const roundsCash = useRoundsCash(COMPANY_CODE)
  // One id for all tries: however often it is sent, there is one note.
  const [id] = useState(newGuid)
  const { data: draft, error } = useQuery({
    queryKey: ['give-back', original],
    queryFn: () => makeStartingDraft({ original, kind: 'refund_note' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const body = draft && bodyWithCashRounding(draft, id, roundsCash).body
  const payable = draft && checkDraft(draft, body, language).totals?.payable
  return { id, draft, body, payable, error }
}
