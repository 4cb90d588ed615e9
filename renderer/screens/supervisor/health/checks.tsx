import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { operator } from '../../../gateway/api.ts'
import { CheckList } from '../../../parts/check-list.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { OwnDiskNotice } from '../../../parts/last-copies.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

const worstFirst = ['bad', 'warning', 'good'] as const

/** The checks of the doctor, the worst first, each with its next step. */
export function DoctorChecks() {
  const say = useWords(healthWords)
  const doctor = useQuery({ queryKey: ['doctor'], queryFn: () => operator('doctor') })
  if (!doctor.data) return <QueryState query={doctor} />
  const checks = worstFirst.flatMap((verdict) => doctor.data.checks.filter((check) => check.verdict === verdict))
  const text = checks.map(({ name, verdict, message }) => `${verdict}\t${name}\t${message}`).join('\n')
  return (
    <Section className={style['part']} title={say('checks')}>
      <OwnDiskNotice />
      <CheckList checks={checks} />
      <Group gap="sm">
        <Secondary loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
          {say('check_again')}
        </Secondary>
        <CopyButton text={text} label={say('copy_for_support')} />
      </Group>
    </Section>
  )
}
