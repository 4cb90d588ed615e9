import { Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { operator } from '../../../gateway/api.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { Awaiting } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

const marks = {
  good: <IconCircleCheck size={24} color="var(--status-good)" aria-hidden />,
  warning: <IconAlertTriangle size={24} color="var(--status-doubt)" aria-hidden />,
  bad: <IconX size={24} color="var(--status-bad)" aria-hidden />,
} as const
const worstFirst = ['bad', 'warning', 'good'] as const

/** The checks of the doctor, the worst first, each with its next step. */
export function Checks() {
  const say = useWords(healthWords)
  const plain = usePlainSentence()
  const doctor = useQuery({ queryKey: ['doctor'], queryFn: () => operator('doctor') })
  if (!doctor.data) return <Awaiting query={doctor} />
  const checks = worstFirst.flatMap((verdict) => doctor.data.checks.filter((check) => check.verdict === verdict))
  const text = checks.map(({ name, verdict, message }) => `${verdict}\t${name}\t${message}`).join('\n')
  return (
    <Section className={style['part']} title={say('checks')}>
      <ul className={style['checks']}>
        {checks.map(({ name, verdict, message }) => (
          <li key={`${name} ${message}`} data-check={name}>
            {marks[verdict]}
            <span>
              <span className="only-spoken">{say(verdict)}</span> {plain(message)}
            </span>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Secondary loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
          {say('check_again')}
        </Secondary>
        <CopyButton text={text} label={say('copy_for_support')} />
      </Group>
    </Section>
  )
}
