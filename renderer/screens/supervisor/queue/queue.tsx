import { Title } from '@mantine/core'
import { useHealth, useQueue } from '../../../gateway/standing.ts'
import { Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { queueWords } from '../../../words/queue.ts'
import { AuthorityState } from './authority-state.tsx'
import { Documents } from './documents.tsx'
import { Lanes } from './lanes.tsx'
import style from './queue.module.css'
import { Sending } from './sending.tsx'

/** What is still to be done, what is in the way of it, and what only a person can settle. */
export function QueueScreen() {
  const say = useWords(queueWords)
  const queue = useQueue()
  const health = useHealth()
  if (queue.isPending || health.isPending) return <Loading />
  if (queue.isLoadingError) return <Failed error={queue.error} retry={() => void queue.refetch()} />
  if (health.isLoadingError) return <Failed error={health.error} retry={() => void health.refetch()} />
  const companies = [...new Set(health.data.loops.map(({ company }) => company))].filter(Boolean)
  return (
    <div className={style['screen']}>
      <div className={style['column']}>
        <Title order={1} size="h2">
          {say('title')}
        </Title>
        <AuthorityState health={health.data} queue={queue.data} />
        <Sending companies={companies} />
        <Lanes lanes={queue.data.lanes} hasCompanies={companies.length > 1} seenAt={queue.dataUpdatedAt} />
      </div>
      <Documents />
    </div>
  )
}
