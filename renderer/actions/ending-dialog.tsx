import { Text } from '@mantine/core'
import { useState } from 'react'
import { givesBack } from '../../shared/domain/status.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import type { RecordDetail } from '../gateway/records.ts'
import { useMay } from '../gateway/session.ts'
import { Confirm, isReason, ReasonField } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'
import type { EndingAct } from './outcome.ts'
import { settleRecord, withdrawRecord } from './record-acts.ts'

interface EndingDialogProps {
  readonly act: EndingAct
  readonly shown: RecordDetail
  onClose(): void
}

/** Voids, cancels or closes one document. Its status decides which of them, never the person (interface 3). */
export function EndingDialog({ act, shown, onClose }: EndingDialogProps) {
  const say = useWords(actWords)
  const { record } = shown
  const approver = useApprover(!useMay(act === 'close' ? 'void' : act))
  const why = useReasonFor(act)
  const end = async () => {
    if (act === 'close') return settleRecord('closeRecord')(shown, why.reason)
    const records = [{ SALE_GUID: record.SALE_GUID }]
    const approval = await approver.headersFrom(
      async (by) => (await operator('approve', { body: { act, records, ...by } })).items[0]?.approval,
    )
    return withdrawRecord(act, approval)(shown, why.reason)
  }
  const ending = useAct(['record', 'records', 'queue'], end, onClose)
  return (
    <Confirm
      title={say(`${act}_title`, { code: record.SALE_CODE })}
      act={say(act)}
      isDestructive
      canAct={approver.isWhole && why.isWhole}
      doing={ending}
      onAct={ending.mutate}
      onClose={onClose}
    >
      <Text>{say(act === 'void' && givesBack({ kind: record.KIND }) ? 'void_refund_text' : `${act}_text`)}</Text>
      <Text>
        <bdi>{record.DOCUMENT_NUMBER}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </Text>
      {why.field}
      <ApproverFields approver={approver} />
    </Confirm>
  )
}

const usualReasons = {
  void: ['not_bought', 'wrong_amount', 'wrong_buyer', 'entered_twice'],
  cancel: ['wrong_buyer', 'wrong_amount', 'given_back', 'entered_twice'],
  close: ['entered_right', 'entered_twice', 'not_bought'],
} as const

/** The reason for an act on one or more documents: a person chooses a common one, or writes another. */
export function useReasonFor(act: EndingAct) {
  const say = useWords(actWords)
  const usual = usualReasons[act].map((each) => say(each))
  const [reason, setReason] = useState('')
  return {
    reason,
    isWhole: isReason(reason),
    field: <ReasonField label={say(`${act}_reason`)} {...{ usual, reason }} onChange={setReason} />,
  }
}
