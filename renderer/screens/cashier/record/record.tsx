import { Alert, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useRecord } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { AttentionMark, StatusMark } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { statusWords } from '../../../words/status.ts'
import { Acts } from './acts.tsx'
import { AtAuthority } from './at-authority.tsx'
import { Attempts, History } from './history.tsx'
import { PartOf } from './part-of.tsx'
import style from './record.module.css'
import { Sold } from './sold.tsx'

/** One document: what became of it, what a person can do now, and everything that happened. */
export function RecordScreen() {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  const { guid } = useParams({ from: '/sales/$guid' })
  const shown = useRecord(guid)
  if (shown.isPending) return <Loading />
  if (shown.isLoadingError) return <Failed error={shown.error} retry={() => void shown.refetch()} />
  const { record } = shown.data
  return (
    <div className={style['screen']}>
      <header className={style['top']}>
        <StatusMark record={record} />
        {record.ATTENTION && <AttentionMark />}
        <Title order={1} size="h2">
          {record.MEMBERS === undefined ? sayStatus(record.KIND) : say('consolidated_document')}{' '}
          <bdi>{record.SALE_CODE}</bdi>
        </Title>
        <span className={style['amount']}>
          <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
        </span>
      </header>
      <div className={style['columns']}>
        <div className={style['column']}>
          <section className={style['part']} aria-label={say('next')}>
            <Alert icon={<IconInfoCircle aria-hidden />} title={say('next')} variant="light">
              {record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON}
            </Alert>
            <Acts shown={shown.data} />
          </section>
          <AtAuthority record={record} />
          <Sold shown={shown.data} />
        </div>
        <div className={style['column']}>
          <section className={style['part']} aria-label={say('sale_code')}>
            <dl className={style['facts']}>
              <dt>{say('document_number')}</dt>
              <dd>
                <bdi>{record.DOCUMENT_NUMBER}</bdi>
              </dd>
              <dt>{say('till')}</dt>
              <dd>
                <bdi>
                  {[record.COMPANY_CODE, record.OUTLET_NAME, record.TERMINAL_NAME, record.SHIFT_CODE].join(' · ')}
                </bdi>
              </dd>
              {record.MEMBERS !== undefined && (
                <>
                  <dt>{say('made_of')}</dt>
                  <dd>{say('member_count', { count: record.MEMBERS })}</dd>
                </>
              )}
              {record.CONSOLIDATED_INTO !== null && <PartOf guid={record.CONSOLIDATED_INTO} />}
              {record.CANCELLABLE_UNTIL !== null && record.STATUS === 'Valid' && record.MEMBERS === undefined && (
                <>
                  <dt>{say('cancellable_until')}</dt>
                  <dd>
                    <Time instant={record.CANCELLABLE_UNTIL} withDay />
                  </dd>
                </>
              )}
            </dl>
          </section>
          <History shown={shown.data} />
          <Attempts shown={shown.data} />
        </div>
      </div>
    </div>
  )
}
