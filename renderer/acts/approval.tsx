import { PasswordInput, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'

export type ApprovableAct = 'void' | 'cancel'

export interface Approver {
  /** Nothing to ask: who is signed in may do it. */
  readonly isNeeded: boolean
  readonly isWhole: boolean
  readonly supervisor: string
  readonly pin: string
  setSupervisor(id: string): void
  setPin(pin: string): void
  /** @returns the header that lets this one act through, none where none is needed */
  headersFor(guid: string): Promise<Readonly<Record<string, string>>>
}

/** A supervisor allows one act on a cashier's screen by PIN; the cashier stays signed in. */
export function useApprover(act: ApprovableAct): Approver {
  const may = useMay(act)
  const [supervisor, setSupervisor] = useState('')
  const [pin, setPin] = useState('')
  return {
    isNeeded: !may,
    isWhole: may || (supervisor !== '' && pin !== ''),
    supervisor,
    pin,
    setSupervisor,
    setPin,
    async headersFor(guid) {
      if (may) return {}
      const { items } = await operator('approve', { body: { act, records: [{ SALE_GUID: guid }], supervisor, pin } })
      return { 'x-approval': items[0]?.approval ?? '' }
    },
  }
}

export function ApproverFields({ approver }: { readonly approver: Approver }) {
  const say = useWords(actWords)
  const names = useQuery({
    queryKey: ['people-names'],
    queryFn: () => operator('peopleNames'),
    enabled: approver.isNeeded,
  })
  if (!approver.isNeeded) return null
  const mayApprove = (names.data?.items ?? []).filter(({ role }) => role !== 'cashier')
  return (
    <>
      <Text>{say('approval')}</Text>
      <Select
        label={say('supervisor')}
        withAsterisk
        data={mayApprove.map(({ id, name }) => ({ value: id, label: name }))}
        value={approver.supervisor}
        onChange={(id) => approver.setSupervisor(id ?? '')}
      />
      <PasswordInput
        label={say('pin')}
        withAsterisk
        inputMode="numeric"
        autoComplete="off"
        value={approver.pin}
        onChange={(event) => approver.setPin(event.currentTarget.value.replace(/\D/g, ''))}
      />
    </>
  )
}
