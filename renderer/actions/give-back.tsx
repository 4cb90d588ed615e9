import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { useAct } from '../gateway/act.ts'
import { tillApiWith } from '../gateway/api.ts'
import { askedOnce } from '../gateway/refetch.ts'
import { useRoundsCash } from '../gateway/shifts.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { newGuid } from '../screens/cashier/new-document/drafts.ts'
import { makeStartingDraft } from '../screens/cashier/new-document/starting-draft.ts'
import { bodyWithCashRounding, totalsOf } from '../screens/cashier/new-document/totals.ts'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'
import { fetchRefundHeaders, needsSupervisor } from './refund-approval.tsx'

interface GiveBackProps {
  readonly record: WireRecord
  onClose(): void
}

/** A refund note for a whole receipt of the general public. Such a receipt can be neither voided nor cancelled. */
export function RefundReceiptDialog({ record, onClose }: GiveBackProps) {
  const say = useWords(actWords)
  const go = useNavigate()
  const { SALE_GUID: original, CURRENCY_CODE } = record
  // One id for all tries: however often it is sent, there is one note.
  const [id] = useState(newGuid)
  const roundsCash = useRoundsCash(record.COMPANY_CODE)
  const send = (body: object, headers: Readonly<Record<string, string>>) =>
    tillApiWith(headers)(`refund_note.${record.FAMILY}.submit`, { body: body as never })
  const { data: note, error } = useQuery({
    queryKey: ['give-back', id, roundsCash],
    queryFn: async () => {
      const draft = await makeStartingDraft({ original, kind: 'refund_note' })
      const { body } = bodyWithCashRounding(draft, id, roundsCash)
      const TOTAL_PAYABLE = totalsOf(body)?.payable ?? ''
      try {
        await send(body, { prefer: 'handling=check-only' })
        return { body, TOTAL_PAYABLE, isOverLimit: false }
      } catch (refusal) {
        if (!needsSupervisor(refusal)) throw refusal
        return { body, TOTAL_PAYABLE, isOverLimit: true }
      }
    },
    retry: false,
    ...askedOnce,
  })
  const approver = useApprover(note?.isOverLimit === true)
  const give = async ({ body, TOTAL_PAYABLE }: NonNullable<typeof note>) =>
    send(body, await fetchRefundHeaders(approver, { SALE_GUID: id, TOTAL_PAYABLE, CURRENCY_CODE }))
  const giving = useAct(['record', 'records'], give, () => go({ to: '/sales/$guid/done', params: { guid: id } }))
  return (
    <Confirm
      title={say('give_back_title', { code: record.SALE_CODE })}
      act={say('give_back_all')}
      isDestructive
      canAct={note !== undefined && approver.isWhole}
      doing={{ isPending: giving.isPending, error: giving.error ?? error }}
      onAct={() => note && giving.mutate(note)}
      onClose={onClose}
    >
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={CURRENCY_CODE} />
      </Text>
      <Text>{say(record.STATUS === 'Pending' ? 'give_back_pending' : 'give_back_declared')}</Text>
      <ApproverFields approver={approver} />
    </Confirm>
  )
}
