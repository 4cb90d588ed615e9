import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import type { ShownShift } from '../../../gateway/till-shifts.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { isReason, ReasonField } from '../../../parts/reason-field.tsx'
import { useSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'

interface CloseShiftProps {
  readonly shown: ShownShift
  onClose(): void
  onClosed(): void
}

/** The question before a shift is closed; with remainders, also why. */
export function CloseShift({ shown: { shift, report, can_close }, onClose, onClosed }: CloseShiftProps) {
  const say = useWords(shiftWords)
  const sentenceOf = useSentence()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const isClean = can_close === 'clean'
  const count = report.remainders.length
  const closing = useMutation({
    mutationFn: () =>
      operator('closeShift', {
        params: { id: shift.id },
        body: isClean ? {} : { reason: reason, remainders: count },
      }),
    onSuccess: () => {
      onClosed()
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['records'] }),
  })
  const till = `${shift.outlet} · ${shift.terminal}`
  return (
    <Dialog
      title={say('close_title', { code: shift.shift, till })}
      isOpen
      isDestructive={!isClean}
      act={say(isClean ? 'close' : 'close_with')}
      canAct={isClean || isReason(reason)}
      isBusy={closing.isPending}
      onAct={() => closing.mutate()}
      onClose={onClose}
    >
      <Text>{say('close_text')}</Text>
      {!isClean && <Text>{say('close_with_text', { count })}</Text>}
      {!isClean && <ReasonField label={say('close_reason')} reason={reason} onChange={setReason} />}
      {closing.isError && <Text role="alert">{sentenceOf(closing.error)}</Text>}
    </Dialog>
  )
}
