import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { isReason, ReasonField } from '../parts/reason-field.tsx'
import { Refused } from '../parts/refused.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { type ApprovableAct, ApproverFields, useApprover } from './approval.tsx'
import { cancelRecord, voidRecord } from './withdraw.ts'

interface WithdrawDialogProps {
  readonly act: ApprovableAct
  readonly record: WireRecord
  readonly isOpen: boolean
  onClose(): void
}

/** Void or cancel one document; which of the two was decided by its status, never by the person (interface 3). */
export function WithdrawDialog({ act, record, isOpen, onClose }: WithdrawDialogProps) {
  const say = useWords(actWords)
  const queries = useQueryClient()
  const approver = useApprover(act)
  const [reason, setReason] = useState('')
  const withdrawing = useMutation({
    mutationFn: async () => {
      const approval = await approver.headersFor(record.SALE_GUID)
      return act === 'void' ? voidRecord(record, approval) : cancelRecord(record, reason, approval)
    },
    onSuccess: onClose,
    onSettled: async () => {
      approver.setPin('')
      await queries.invalidateQueries({ queryKey: ['record'] })
      await queries.invalidateQueries({ queryKey: ['records'] })
    },
  })
  return (
    <Dialog
      title={say(act === 'void' ? 'void_title' : 'cancel_title', { code: record.SALE_CODE })}
      isOpen={isOpen}
      act={say(act === 'void' ? 'void' : 'cancel')}
      isDestructive
      canAct={approver.isWhole && (act === 'void' || isReason(reason))}
      isBusy={withdrawing.isPending}
      onAct={() => withdrawing.mutate()}
      onClose={onClose}
    >
      <Text>{say(act === 'void' ? 'void_text' : 'cancel_text')}</Text>
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </Text>
      {act === 'cancel' && <ReasonField label={say('reason')} reason={reason} onChange={setReason} />}
      <ApproverFields approver={approver} />
      <Refused error={withdrawing.error} />
    </Dialog>
  )
}
