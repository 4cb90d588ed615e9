import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { operator } from '../../gateway/api.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

const marks = {
  good: <IconCircleCheck size={24} color="var(--status-good)" aria-hidden />,
  warning: <IconAlertTriangle size={24} color="var(--status-doubt)" aria-hidden />,
  bad: <IconX size={24} color="var(--status-bad)" aria-hidden />,
} as const

/** Named checks of everything that can be wrong, each with its next step. */
export function HealthPage() {
  const say = useWords(ownerWords)
  const doctor = useQuery({ queryKey: ['doctor'], queryFn: () => operator('doctor') })
  if (doctor.isPending) return <Loading />
  if (doctor.isLoadingError) return <Failed error={doctor.error} retry={() => void doctor.refetch()} />
  const { checks } = doctor.data
  const text = checks.map(({ name, verdict, message }) => `${verdict}\t${name}\t${message}`).join('\n')
  return (
    <Page title={say('health')} text={say('health_text')}>
      <Part>
        <table className={style['table']}>
          <tbody>
            {checks.map(({ name, verdict, message }) => (
              <tr key={`${name} ${message}`}>
                <td>{marks[verdict]}</td>
                <td>
                  <span className="only-spoken">{say(verdict)}</span>
                  {message}
                </td>
                <td className="quiet">{name}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className={style['row']}>
          <Button loading={doctor.isFetching} onClick={() => void doctor.refetch()}>
            {say('check_again')}
          </Button>
          <CopyButton text={text} label={say('copy_for_support')} />
        </div>
      </Part>
    </Page>
  )
}
