import { Button, Group } from '@mantine/core'
import { IconGavel, IconRotateClockwise, IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ResolveDialog } from '../../../acts/resolve-dialog.tsx'
import { operator } from '../../../gateway/api.ts'
import { type ListedRecord, useRecord } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { useSentence } from '../../../parts/states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { actWords } from '../../../words/acts.ts'
import { useWords } from '../../../words/language.ts'
import { queueWords } from '../../../words/queue.ts'
import style from './queue.module.css'

/** A document that somebody may have to look after: why, and what the gateway lets a supervisor do. */
export function DocumentRow({ record }: ListedRecord) {
  return (
    <article className={style['document']} data-guid={record.SALE_GUID}>
      <div className={style['line']}>
        <StatusMark record={record} />
        <Link to="/sales/$guid" params={{ guid: record.SALE_GUID }} className={style['code'] ?? ''}>
          <bdi>{record.SALE_CODE}</bdi>
        </Link>
        <span className="quiet">
          <bdi>{record.TERMINAL_NAME}</bdi> · <Time instant={record.SUBMITTED_AT} />
        </span>
        <span className={style['amount']}>
          <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
        </span>
      </div>
      <p className={style['why']}>{record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON}</p>
      <RowActs guid={record.SALE_GUID} />
    </article>
  )
}

/** Which acts would not be refused is asked for the rows in sight; the list does not carry it. */
function RowActs({ guid }: { readonly guid: string }) {
  const say = useWords(queueWords)
  const sayAct = useWords(actWords)
  const sentenceOf = useSentence()
  const queries = useQueryClient()
  const mayAct = useMay('void')
  const shown = useRecord(guid)
  const [isResolving, setIsResolving] = useState(false)
  const lookingUp = useMutation({
    mutationFn: (version: number) => operator('lookUpRecord', { params: { guid }, body: { version } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['record'] }),
  })
  const releasing = useMutation({
    mutationFn: (version: number) => operator('releaseRecord', { params: { guid }, body: { version } }),
    onSettled: () =>
      Promise.all(['record', 'records', 'queue'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
  if (!mayAct || !shown.data) return null
  const { acts, version, record } = shown.data
  return (
    <Group gap="sm">
      {acts.includes('look_up') && (
        <Button
          variant="default"
          leftSection={<IconSearch size={20} aria-hidden />}
          loading={lookingUp.isPending}
          onClick={() => lookingUp.mutate(version)}
        >
          {say('look_up_now')}
        </Button>
      )}
      {acts.includes('release') && (
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={20} aria-hidden />}
          loading={releasing.isPending}
          onClick={() => releasing.mutate(version)}
        >
          {sayAct('release')}
        </Button>
      )}
      {acts.includes('resolve') && (
        <Button
          variant="default"
          leftSection={<IconGavel size={20} aria-hidden />}
          onClick={() => setIsResolving(true)}
        >
          {sayAct('resolve')}
        </Button>
      )}
      {lookingUp.isSuccess && <span role="status">{say('looking_up')}</span>}
      {releasing.isError && <span role="alert">{sentenceOf(releasing.error)}</span>}
      {lookingUp.isError && <span role="alert">{sentenceOf(lookingUp.error)}</span>}
      {isResolving && <ResolveDialog record={record} version={version} onClose={() => setIsResolving(false)} />}
    </Group>
  )
}
