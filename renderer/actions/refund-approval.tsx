import { Text } from '@mantine/core'
import { GatewayProblem } from '../../shared/api/call.ts'
import type { OperatorAsk } from '../../shared/api/operator-client.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { Confirm } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'

type Refund = Readonly<Record<keyof Omit<OperatorAsk<'approveRefund'>['body'], 'supervisor' | 'pin'>, string>>

/** Whether the gateway refused a correct refund because a supervisor has to allow it. */
export const needsSupervisor = (error: unknown): boolean =>
  error instanceof GatewayProblem && error.problem.code === 'insufficient_scope'

interface RefundApprovalProps {
  readonly refund: Refund
  onAllowed(headers: Readonly<Record<string, string>>): void
  onClose(): void
}

/** Money that goes out above the limit: a supervisor says so before it is sent. */
export function RefundApproval({ refund, onAllowed, onClose }: RefundApprovalProps) {
  const say = useWords(actWords)
  const approver = useApprover(true)
  const allowing = useAct(
    [],
    () =>
      approver.headersFrom(async (by) => (await operator('approveRefund', { body: { ...refund, ...by } })).approval),
    onAllowed,
  )
  return (
    <Confirm
      title={say('refund_title')}
      act={say('refund_allow')}
      canAct={approver.isWhole}
      doing={allowing}
      onAct={allowing.mutate}
      onClose={onClose}
    >
      <Text>
        <strong>
          <Money amount={refund.TOTAL_PAYABLE} currency={refund.CURRENCY_CODE} />
        </strong>{' '}
        {say('refund_text')}
      </Text>
      <ApproverFields approver={approver} />
    </Confirm>
  )
}
