import { Button, NumberInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { useSetup } from '../../gateway/health.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Empty, Notice, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** Faults between shop and authority that a person can rehearse. */
const rehearsals = [
  { word: 'fault_timeout_before', fault: { kind: 'timeout_before' } },
  { word: 'fault_timeout_after', fault: { kind: 'timeout_after' } },
  { word: 'fault_error_before', fault: { kind: 'error_before' } },
  { word: 'fault_throttle', fault: { kind: 'throttle', seconds: 30 } },
  { word: 'fault_partial', fault: { kind: 'partial' } },
  { word: 'fault_slow', fault: { kind: 'slow_validation', ms: 60_000 } },
  { word: 'fault_expired', fault: { kind: 'expired_token' } },
] as const

export function Practice() {
  const say = useWords(ownerWords)
  const opening = useSetup()
  const [minutes, setMinutes] = useState(5)
  const rehearse = useMutation({
    mutationFn: (fault: { readonly kind: string; readonly [field: string]: unknown }) =>
      operator('practiceFault', { body: { ...fault } }),
  })
  if (opening.data && opening.data.authority !== 'practice')
    return <Empty title={say('not_practice')} next={say('not_practice_next')} />
  return (
    <Page title={say('practice')} text={say('practice_text')}>
      <Part>
        <div className={style['row']}>
          {rehearsals.map(({ word, fault }) => (
            <Secondary key={word} onClick={() => rehearse.mutate(fault)}>
              {say(word)}
            </Secondary>
          ))}
        </div>
        <div className={style['row']}>
          <NumberInput
            label={say('minutes')}
            value={minutes}
            min={1}
            max={600}
            onChange={(value) => setMinutes(Number(value) || 1)}
          />
          <Secondary onClick={() => rehearse.mutate({ kind: 'away_for', minutes })}>{say('fault_down')}</Secondary>
        </div>
        <Button onClick={() => rehearse.mutate({ kind: 'none' })}>{say('fault_none')}</Button>
        {rehearse.data && (
          <Notice tone="calm">{rehearse.data.kind === 'none' ? say('fault_ended') : say('fault_set')}</Notice>
        )}
        <Refused error={rehearse.error} />
      </Part>
    </Page>
  )
}
