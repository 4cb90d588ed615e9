import { Alert, Button, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchPage, operator } from '../../gateway/api.ts'
import { saveFile } from '../../parts/csv.ts'
import { DayField } from '../../parts/day-field.tsx'
import { Count, Time } from '../../parts/figures.tsx'
import { preventing } from '../../parts/preventing.ts'
import { useFaultOf, useSentence } from '../../parts/states.tsx'
import { dayBefore, today } from '../../parts/today.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import { CompanyChoice } from './company-choice.tsx'
import style from './settings.module.css'
import { lookMs, TaskProgress, useSize } from './task-progress.tsx'

const firstOf = (day: string): string => `${day.slice(0, 8)}01`
const thisMonth = () => ({ from: firstOf(today()), to: today() })
const lastMonth = () => {
  const to = dayBefore(firstOf(today()))
  return { from: firstOf(to), to }
}

/** The evidence of some days in one file, made beside the sales and saved from here. */
export function Evidence() {
  const say = useWords(ownerWords)
  const own = useWords(upkeepWords)
  const faultOf = useFaultOf()
  const queries = useQueryClient()
  const [days, setDays] = useState(lastMonth)
  const [company, setCompany] = useState<string | null>(null)
  const make = useMutation({
    mutationFn: () => operator('makeEvidence', { body: { ...days, company } }),
    onSuccess: (made) => queries.setQueryData(['evidence'], made),
  })
  const last = useQuery({
    queryKey: ['evidence'],
    queryFn: () => operator('showEvidence'),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookMs : false),
  })
  return (
    <>
      <Text>{own('evidence_text')}</Text>
      <form className={style['row']} onSubmit={preventing(() => make.mutate())}>
        <Button variant="default" onClick={() => setDays(lastMonth())}>
          {own('last_month')}
        </Button>
        <Button variant="default" onClick={() => setDays(thisMonth())}>
          {own('this_month')}
        </Button>
        <DayField
          label={say('from')}
          value={days.from}
          onPick={(from) => setDays((kept) => ({ ...kept, from }))}
          error={faultOf(make.error, '/from')}
        />
        <DayField
          label={say('to')}
          value={days.to}
          onPick={(to) => setDays((kept) => ({ ...kept, to }))}
          error={faultOf(make.error, '/to')}
        />
        <CompanyChoice company={company} choose={setCompany} error={faultOf(make.error, '/company')} />
        <Button type="submit" loading={make.isPending} disabled={last.data?.state === 'running'}>
          {own('make_evidence')}
        </Button>
      </form>
      {last.data && <LastPack made={last.data} />}
    </>
  )
}

type Made = Awaited<ReturnType<typeof operator<'showEvidence'>>>

function LastPack({ made }: { readonly made: Made }) {
  const say = useWords(upkeepWords)
  const { state, done_bytes: done, total_bytes: total, message } = made
  const days = { from: made.from ?? '', to: made.to ?? '' }
  switch (state) {
    case 'none':
      return null
    case 'running':
      return <TaskProgress title={say('making_evidence', days)} doneBytes={done} totalBytes={total} />
    case 'done':
      return <Ready made={made} />
    case 'failed':
      return (
        <Alert color="red" variant="light" role="alert">
          {message}
        </Alert>
      )
  }
}

function Ready({ made: { from, to, company, pack, finished_at: finishedAt } }: { readonly made: Made }) {
  const say = useWords(upkeepWords)
  const sentenceOf = useSentence()
  const sizeOf = useSize()
  const save = useMutation({
    mutationFn: async () => {
      const content = await (await fetchPage('/operator/v1/evidence/file')).blob()
      saveFile(`evidence-${from}-${to}.zip`, content, 'application/zip')
    },
  })
  if (!pack) return null
  return (
    <Alert
      color={pack.whole ? 'teal' : 'orange'}
      variant="light"
      role="status"
      title={
        <>
          {say('evidence_made', { from: from ?? '', to: to ?? '' })}{' '}
          {finishedAt !== null && <Time instant={finishedAt} withDay />}
        </>
      }
    >
      <dl className={style['facts']}>
        <dt>{say('of_company')}</dt>
        <dd>{company ?? say('of_all')}</dd>
        <dt>{say('size')}</dt>
        <dd className="figure">{sizeOf(pack.bytes)}</dd>
        <dt>{say('attempts')}</dt>
        <dd>
          <Count value={pack.attempts} />
        </dd>
      </dl>
      <Text mt="xs">{say('fingerprint')}:</Text>
      <code className={style['fingerprint']}>{pack.fingerprint}</code>
      {!pack.whole && <Text role="alert">{say('evidence_not_whole')}</Text>}
      <div className={style['row']}>
        <Button
          mt="xs"
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {say('save_evidence')}
        </Button>
        {save.isError && <span role="alert">{sentenceOf(save.error)}</span>}
      </div>
    </Alert>
  )
}
