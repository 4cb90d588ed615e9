import { Button } from '@mantine/core'
import { useAct } from '../gateway/act.ts'
import { operator } from '../gateway/api.ts'
import { useMay } from '../gateway/session.ts'
import { useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'
import { useClockText } from './moments.ts'
import style from './next-try.module.css'

/** When sending is tried again after an outage, and a button that does not wait for it. */
export function NextTry({ at }: { readonly at: number }) {
  const say = useWords(shellWords)
  const clock = useClockText()
  const mayTry = useMay('submit')
  const trying = useAct(['queue', 'health'], () => operator('trySending', { body: {} }))
  return (
    <span className={style['next']}>
      <span className="figure">{say('next_try', { time: clock(at) })}</span>
      {mayTry && (
        <Button variant="default" size="sm" loading={trying.isPending} onClick={() => trying.mutate()}>
          {say('try_now')}
        </Button>
      )}
    </span>
  )
}
