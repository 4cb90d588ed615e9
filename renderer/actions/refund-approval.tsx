import { Text } from '@mantine/core'
import { useState } from 'react'
import type { OperatorAsk } from '../../shared/api/operator-client.ts'
import { overLimitScope } from '../../shared/api/scopes.ts'
import { isOverRefundLimit } from '../../shared/document/arithmetic.ts'
import { decimalOf } from '../../shared/document/decimal.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { useCompaniesOfTills } from '../gateway/shifts.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import type { Draft } from '../screens/cashier/new-document/values.ts'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ApproverFields, useApprover } from './approver.tsx'

type Headers = Readonly<Record<string, string>>
type Refund = Readonly<Record<keyof Omit<OperatorAsk<'approveRefund'>['body'], 'supervisor' | 'pin'>, string>>

interface Made {
  readonly id: string
  /** Null while an amount is missing. */
  readonly payable: string | null | undefined
}

/** @returns the refund that a supervisor has to allow; null if the person may send it, or it is none */
export function useRefundToAllow(draft: Draft | undefined, { id, payable }: Made): Refund | null {
  const may = useMay(overLimitScope)
  const companies = useCompaniesOfTills().data
  if (may || !draft || payable == null) return null
  const { kind, family, fields } = draft
  const isOfKept = fields.ORIGINALS.every(({ SALE_GUID }) => SALE_GUID !== '')
  const currencyCode = fields.CURRENCY_CODE || 'MYR'
  const limits = companies?.find(({ code }) => code === fields.COMPANY_CODE)
  const isOver = isOverRefundLimit(
    { kind, family, isOfKept, payable: decimalOf(payable), currencyCode },
    limits && { ofKept: limits.refund_limit, ofOthers: limits.refund_limit_without_sale },
  )
  return isOver ? { SALE_GUID: id, TOTAL_PAYABLE: payable, CURRENCY_CODE: currencyCode } : null
}

/** @returns the header with which a refund goes; none if none is needed */
export const refundHeaders = (approver: ReturnType<typeof useApprover>, refund: Refund | null): Promise<Headers> =>
  approver.headersFrom(async (by) =>
    refund ? (await operator('approveRefund', { body: { ...refund, ...by } })).approval : undefined,
  )

/** @param send what follows once a supervisor allowed it */
export function useRefundApproval(draft: Draft, made: Made, send: (headers: Headers) => void) {
  const refund = useRefundToAllow(draft, made)
  const [isAsking, setAsking] = useState(false)
  const allowed = (headers: Headers) => {
    setAsking(false)
    send(headers)
  }
  return {
    isNeeded: refund !== null,
    ask: () => setAsking(true),
    question: refund && isAsking && (
      <RefundApproval refund={refund} onAllowed={allowed} onClose={() => setAsking(false)} />
    ),
  }
}

interface RefundApprovalProps {
  readonly refund: Refund
  onAllowed(headers: Headers): void
  onClose(): void
}

/** Money that goes out above the limit: a supervisor says so before it is sent. */
function RefundApproval({ refund, onAllowed, onClose }: RefundApprovalProps) {
  const say = useWords(actWords)
  const approver = useApprover(true)
  const allowing = useAct([], () => refundHeaders(approver, refund), onAllowed)
  return (
    <Dialog
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
    </Dialog>
  )
}
