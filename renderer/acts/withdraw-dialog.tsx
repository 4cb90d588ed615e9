import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { Dialog, isReason, ReasonField } from '../parts/dialog.tsx'
import { Money } from '../parts/figures.tsx'
import { PinPad } from '../parts/pin.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { cancelRecord, voidRecord } from './record-acts.ts'

interface WithdrawDialogProps {
  readonly act: ApprovableAct
  readonly record: WireRecord
  onClose(): void
}

/** Voids or cancels one document. The status decides which of the two, never the person (interface 3). */
export function WithdrawDialog({ act, record, onClose }: WithdrawDialogProps) {
  const say = useWords(actWords)
  const approver = useApprover(act)
  const [reason, setReason] = useState('')
  const withdraw = async () => {
    const approval = await approver.headersFor(record.SALE_GUID).finally(() => approver.setPin(''))
    return act === 'void' ? voidRecord(record, approval) : cancelRecord(record, reason, approval)
  }
  const withdrawing = useAct(['record', 'records'], withdraw, onClose)
  return (
    <Dialog
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
      <ApproverFields approver={approver} />
    </Dialog>
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

type Named = OperatorAnswer<'peopleNames'>['items'][number]

/** A supervisor allows one act on a cashier's screen by PIN. The cashier stays signed in. */
function useApprover(act: ApprovableAct) {
  const may = useMay(act)
  const [chosen, setSupervisor] = useState<string | null>(null)
  const [pin, setPin] = useState('')
  const names = useQuery({ queryKey: ['people-names'], queryFn: () => operator('peopleNames'), enabled: !may })
  const supervisors = (names.data?.items ?? []).filter(({ role }) => role !== 'cashier')
  const supervisor = chosen ?? onlyOne(supervisors)?.id ?? ''
  return {
    /** False if the signed-in person may do it. */
    isNeeded: !may,
    isWhole: may || (supervisor !== '' && pin !== ''),
    supervisor,
    pin,
    supervisors,
    setSupervisor,
    setPin,
    /** @returns the header that allows this act; none if no approval is needed */
    async headersFor(guid: string): Promise<Readonly<Record<string, string>>> {
      if (may) return {}
      const { items } = await operator('approve', { body: { act, records: [{ SALE_GUID: guid }], supervisor, pin } })
      return { 'x-approval': items[0]?.approval ?? '' }
    },
  }
}

/** The only supervisor; without supervisors, the only owner. Undefined if there are several. */
function onlyOne(people: readonly Named[]): Named | undefined {
  const supervisors = people.filter(({ role }) => role === 'supervisor')
  const asked = supervisors.length > 0 ? supervisors : people
  return asked.length === 1 ? asked[0] : undefined
}

function ApproverFields({ approver }: { readonly approver: ReturnType<typeof useApprover> }) {
  const say = useWords(actWords)
  if (!approver.isNeeded) return null
  return (
    <>
      <Text>{say('approval')}</Text>
      <Select
        label={say('supervisor')}
        withAsterisk
        allowDeselect={false}
        data={approver.supervisors.map(({ id, name }) => ({ value: id, label: name }))}
        value={approver.supervisor}
        onChange={(id) => approver.setSupervisor(id ?? '')}
      />
      <PinPad
        isFlat
        fields={[
          {
            label: say('pin'),
            withAsterisk: true,
            'data-autofocus': true,
            value: approver.pin,
            onPin: approver.setPin,
          },
        ]}
      />
    </>
  )
}
