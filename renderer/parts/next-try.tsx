import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useHealth, useIsPaused } from '../gateway/health.ts'
import { useMay } from '../gateway/session.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { useClockText } from './moments.ts'
import style from './next-try.module.css'
import type { Outage } from './outage.ts'

/**
 * When sending is tried again after an outage, and a button that does not wait for it. The result of that try is said.
 */
export function NextTry({ nextAt: at, isTrying: isBeingTried }: Pick<Outage, 'nextAt' | 'isTrying'>) {
  const say = useWords(shellWords)
  const clock = useClockText()
  const mayTry = useMay('submit')
  const now = Date.parse(useHealth().data?.at ?? '')
  /** The next try, as it was told before a person asked for one. */
  const [before, setBefore] = useState<number | null>(null)
  const trying = useAct(['queue', 'health'], () => operator('trySending', { body: {} }))
  // A try that begins within a second is told as the next one.
  const hasFailed = before !== null && at !== null && at !== before && at > now + 1_000
  const isTrying = (at === null && isBeingTried) || (before !== null && !hasFailed && !trying.isError)
  if (useIsPaused() || (at === null && !isTrying)) return null
  const times = { time: clock(at ?? now), tried: clock(trying.submittedAt) }
  return (
    <span className={style['next']} role="status" data-tried={hasFailed || undefined}>
      <span>{say(isTrying ? 'trying' : hasFailed ? 'tried' : 'next_try', times)}</span>
      {mayTry && (
        <Button
          variant="default"
          size="sm"
          loading={isTrying}
          onClick={() => {
            setBefore(at)
            trying.mutate()
          }}
        >
          {say('try_now')}
        </Button>
      )}
    </span>
  )
}
