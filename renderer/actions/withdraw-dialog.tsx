import { Text } from '@mantine/core'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { Confirm, isReason, ReasonField } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'
import { cancelRecord, voidRecord } from './record-acts.ts'

interface WithdrawDialogProps {
  readonly act: ApprovableAct
  readonly record: WireRecord
  onClose(): void
}

/** Voids or cancels one document. The status decides which of the two, never the person (interface 3). */
export function WithdrawDialog({ act, record, onClose }: WithdrawDialogProps) {
  const say = useWords(actWords)
  const approver = useApprover(!useMay(act))
  const [reason, setReason] = useState('')
  const withdraw = async () => {
    const records = [{ SALE_GUID: record.SALE_GUID }]
    const approval = await approver.headersFrom(
      async (by) => (await operator('approve', { body: { act, records, ...by } })).items[0]?.approval,
    )
    return act === 'void' ? voidRecord(record, approval) : cancelRecord(record, reason, approval)
  }
  const withdrawing = useAct(['record', 'records'], withdraw, onClose)
  return (
    <Confirm
      title={say(act === 'void' ? 'void_title' : 'cancel_title', { code: record.SALE_CODE })}
      act={say(act === 'void' ? 'void' : 'cancel')}
      isDestructive
      canAct={approver.isWhole && (act === 'void' || isReason(reason))}
      doing={withdrawing}
      onAct={withdrawing.mutate}
      onClose={onClose}
    >
      <Text>{say(act === 'void' ? 'void_text' : 'cancel_text')}</Text>
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </Text>
      {act === 'cancel' && <CancelReason reason={reason} onChange={setReason} />}
      <ApproverFields approver={approver} isFirst={act === 'void'} />
    </Confirm>
  )
}

interface CancelReasonProps {
  readonly reason: string
  onChange(reason: string): void
}

/** The reason for a cancellation of one or more documents: a common one by touch, or the person's own words. */
export function CancelReason({ reason, onChange }: CancelReasonProps) {
  const say = useWords(actWords)
  const usual = (['wrong_buyer', 'wrong_amount', 'given_back', 'entered_twice'] as const).map((each) => say(each))
  return <ReasonField label={say('reason')} usual={usual} reason={reason} onChange={onChange} />
}

export type ApprovableAct = 'void' | 'cancel'
