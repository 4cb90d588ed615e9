import { Button } from '@mantine/core'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Notice, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { practiceWords } from '../../words/rehearsal.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

const rehearsals = [
  { kind: 'timeout_before' },
  { kind: 'timeout_after' },
  { kind: 'error_before' },
  { kind: 'throttle', seconds: 30 },
  { kind: 'partial' },
  { kind: 'slow_validation', ms: 60_000 },
  { kind: 'expired_token' },
  { kind: 'away_for', minutes: 5 },
] as const

export function PracticeFaults() {
  const say = useWords(practiceWords)
  const opening = useGatewayInfo()
  const rehearse = useAct(['opening'], (fault: { readonly kind: string; readonly [field: string]: unknown }) =>
    operator('practiceFault', { body: fault }),
  )
  const isOn = (kind: string) => opening.data?.rehearsed.includes(kind)
  return (
    <Page title={say('rehearse')} text={say('text')}>
      <Part>
        <div className={style['row']}>
          {rehearsals.map((fault) => (
            <Secondary key={fault.kind} aria-pressed={isOn(fault.kind)} onClick={() => rehearse.mutate(fault)}>
              {say(fault.kind)}
            </Secondary>
          ))}
        </div>
        <Button onClick={() => rehearse.mutate({ kind: 'none' })}>{say('none')}</Button>
        {rehearse.data && <Notice tone="calm">{say(rehearse.data.kind === 'none' ? 'ended' : 'set')}</Notice>}
        <Refused error={rehearse.error} />
      </Part>
    </Page>
  )
}
