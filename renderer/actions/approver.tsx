import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { useSignInPeople } from '../gateway/people.ts'
import { PinPad } from '../parts/pin.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'

type Named = OperatorAnswer<'peopleNames'>['items'][number]

/** A supervisor allows one act on a cashier's screen by PIN. The cashier stays signed in. */
export function useApprover(isNeeded: boolean) {
  const [chosen, setSupervisor] = useState<string | null>(null)
  const [pin, setPin] = useState('')
  const names = useSignInPeople(isNeeded)
  const supervisors = (names.data?.items ?? []).filter(({ role }) => role !== 'cashier')
  const supervisor = chosen ?? onlyOne(supervisors)?.id ?? ''
  return {
    isNeeded,
    isWhole: !isNeeded || (supervisor !== '' && pin !== ''),
    supervisor,
    pin,
    supervisors,
    setSupervisor,
    setPin,
    /** @returns the header that allows this act; none if no approval is needed. The PIN is forgotten, not what was typed since. */
    async headersFrom(
      ask: (by: { readonly supervisor: string; readonly pin: string }) => Promise<string | undefined>,
    ): Promise<Readonly<Record<string, string>>> {
      if (!isNeeded) return {}
      const approval = await ask({ supervisor, pin }).finally(() => setPin((now) => now.replace(pin, '')))
      return { 'x-approval': approval ?? '' }
    },
  }
}

/** The only supervisor; without supervisors, the only owner. Undefined if there are several. */
function onlyOne(people: readonly Named[]): Named | undefined {
  const supervisors = people.filter(({ role }) => role === 'supervisor')
  const asked = supervisors.length > 0 ? supervisors : people
  return asked.length === 1 ? asked[0] : undefined
}

/** The PIN has the focus, unless the question has a field before it. */
export function ApproverFields({ approver }: { readonly approver: ReturnType<typeof useApprover> }) {
  const say = useWords(actWords)
  const { pin: value, setPin: onPin } = approver
  if (!approver.isNeeded) return null
  return (
    <>
      <Group grow align="end">
        <Text>{say('approval')}</Text>
        <Select
          label={say('supervisor')}
          withAsterisk
          data={approver.supervisors.map(({ id, name }) => ({ value: id, label: name }))}
          value={approver.supervisor}
          onChange={(id) => approver.setSupervisor(id ?? '')}
        />
      </Group>
      <PinPad fields={[{ label: say('pin'), withAsterisk: true, 'data-autofocus': true, value, onPin }]} />
    </>
  )
}
