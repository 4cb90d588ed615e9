import { Select, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import type { Sending } from '../../../gateway/sending.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { isReason, ReasonField } from '../../../parts/reason-field.tsx'
import { Refused } from '../../../parts/refused.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'

interface PauseDialogProps {
  readonly act: 'pause' | 'resume'
  readonly companies: readonly string[]
  readonly sending: Sending
  onClose(): void
}

/** No COMPANY_CODE can have a line break in it. */
const all = '\n'

/** Sending stops or goes on, of one company or of all. */
export function PauseDialog({ act, companies, sending, onClose }: PauseDialogProps) {
  const say = useWords(healthWords)
  const queries = useQueryClient()
  const paused = sending.companies.map(({ company }) => company)
  // A pause of everything and those of companies end each by itself.
  const choices =
    act === 'pause'
      ? [all, ...companies.filter((company) => !paused.includes(company))]
      : [...(sending.everything ? [all] : []), ...paused]
  const [company, setCompany] = useState(choices[0] ?? all)
  const [reason, setReason] = useState('')
  const acting = useMutation({
    mutationFn: () => {
      const which = company === all ? {} : { company }
      return act === 'pause'
        ? operator('pauseSending', { body: { ...which, reason } })
        : operator('resumeSending', { body: which })
    },
    onSuccess: onClose,
    onSettled: () =>
      Promise.all(['queue', 'health', 'records'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  return (
    <Dialog
      title={say(act === 'pause' ? 'pause_title' : 'resume_title')}
      isOpen
      isDestructive={act === 'pause'}
      act={say(act)}
      canAct={act === 'resume' || isReason(reason)}
      isBusy={acting.isPending}
      onAct={() => acting.mutate()}
      onClose={onClose}
    >
      <Text>{say(act === 'pause' ? 'pause_text' : 'resume_text')}</Text>
      {choices.length > 1 && (
        <Select
          label={say('which')}
          allowDeselect={false}
          data={choices.map((choice) => ({ value: choice, label: choice === all ? say('all_companies') : choice }))}
          value={company}
          onChange={(chosen) => setCompany(chosen ?? company)}
        />
      )}
      {act === 'pause' && <ReasonField label={say('pause_reason')} reason={reason} onChange={setReason} />}
      <Refused error={acting.error} />
    </Dialog>
  )
}
