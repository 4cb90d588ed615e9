import { IconAlertTriangle, IconCircleCheck, IconClockHour4, IconX } from '@tabler/icons-react'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import { healthWords } from '../words/health.ts'
import { useWords } from '../words/language.ts'
import style from './check-list.module.css'
import { usePlainSentence } from './plain.ts'

const marks = {
  good: <IconCircleCheck size={24} color="var(--status-good)" aria-hidden />,
  waiting: <IconClockHour4 size={24} color="var(--status-pending)" aria-hidden />,
  warning: <IconAlertTriangle size={24} color="var(--status-doubt)" aria-hidden />,
  bad: <IconX size={24} color="var(--status-bad)" aria-hidden />,
} as const

/** The checks of the doctor, each with its verdict and next step. */
export function CheckList({ checks }: Pick<OperatorAnswer<'doctor'>, 'checks'>) {
  const say = useWords(healthWords)
  const plain = usePlainSentence()
  return (
    <ul className={style['checks']}>
      {checks.map(({ name, verdict, message }) => (
        <li key={`${name} ${message}`} data-check={name}>
          {marks[name === 'waiting' ? name : verdict]}
          <span>
            <span className="only-spoken">{say(verdict)}</span> {plain(message)}
          </span>
        </li>
      ))}
    </ul>
  )
}
