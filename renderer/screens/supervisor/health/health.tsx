import { useHealth, useQueue } from '../../../gateway/health.ts'
import { useMay } from '../../../gateway/session.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import { AuthorityState } from './authority-state.tsx'
import { DoctorChecks } from './checks.tsx'
import style from './health.module.css'
import { OutletHealthList } from './outlets.tsx'
import { SendingControls } from './sending.tsx'

/** Whether documents are sent, and what stops them. An owner also sees all checks. */
export function HealthScreen() {
  const say = useWords(healthWords)
  const queue = useQueue()
  const health = useHealth()
  const mayCheck = useMay('admin')
  if (!queue.data) return <QueryState query={queue} />
  if (!health.data) return <QueryState query={health} />
  return (
    <div className={style['screen']}>
      <div className={style['title']}>
        <PageTitle>{say('title')}</PageTitle>
      </div>
      <div className={style['column']}>
        <AuthorityState health={health.data} queue={queue.data} />
        <SendingControls />
      </div>
      <div className={style['column']}>
        <OutletHealthList />
        {mayCheck && <DoctorChecks />}
      </div>
    </div>
  )
}
