import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { doubtReasons, unsentReasons } from '../../../../shared/domain/attempt.ts'
import { operator } from '../../../gateway/api.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { useErrorSentence } from '../../../parts/states.tsx'
import { attemptWords } from '../../../words/attempts.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

type Word = keyof typeof recordWords.en
const isWord = (type: string): type is Word => type in recordWords.en

/** A till did not send a consolidated document, or one that was typed. So its first event has another word. */
function wordOf({ type, by }: RecordDetail['events'][number], isMade: boolean): Word {
  if (type === 'received' && isMade) return 'made'
  if (type === 'received' && by?.startsWith('person:')) return 'typed'
  return isWord(type) ? type : 'other_event'
}

/**
 * The events of the record, the newest first. Tries that did not get through are one line, with the time of the last.
 * Below them an owner finds the way to the attempts to send it.
 */
export function History({ shown: { events, record } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  const failed = events.filter(({ type }) => type === 'unsent')
  const earlier = events.filter((event, at) => failed.includes(events[at + 1] ?? event) && event.type === 'claimed')
  const told = events.filter((event) => ![...earlier, ...failed.slice(0, -1)].includes(event))
  return (
    <Section className={style['part']} title={say('history')}>
      <ol className={style['history']}>
        {told.toReversed().map((event) => (
          <li key={event.version}>
            <span>
              {say(wordOf(event, record.MEMBERS !== undefined))}
              {event.type === 'unsent' && failed.length > 1 && ` · ${say('tries', { count: failed.length })}`}
              {event.by !== null && (
                <span className="quiet">
                  {' · '}
                  <ActorName by={event.by} />
                </span>
              )}
              {event.reason !== undefined && <bdi>: {event.reason}</bdi>}
            </span>
            <Time instant={event.at} company={record.COMPANY_CODE} withDay />
          </li>
        ))}
      </ol>
      {useMay('admin') && (
        <Link to="/settings/provider" search={{ sale: record.SALE_GUID }} className={style['link'] ?? ''}>
          {say('provider')}
        </Link>
      )}
    </Section>
  )
}

const isOutcome = (word: string): word is keyof typeof attemptWords.en => word in attemptWords.en
const reasons = [...unsentReasons, ...doubtReasons] as const

/** All attempts to send it, the newest first, with request and answer. */
export function Attempts({ shown: { attempts, record } }: { readonly shown: RecordDetail }) {
  const say = useWords(attemptWords)
  return (
    <Section className={style['column']} title={say('attempts')}>
      {attempts.length === 0 && <p>{say('no_attempts')}</p>}
      <ol className={style['history']}>
        {attempts.toReversed().map((attempt) => (
          <Attempt key={attempt.id} record={record} attempt={attempt} />
        ))}
      </ol>
    </Section>
  )
}

interface AttemptProps {
  readonly record: RecordDetail['record']
  readonly attempt: RecordDetail['attempts'][number]
}

function Attempt({ record: { SALE_GUID: guid, COMPANY_CODE }, attempt }: AttemptProps) {
  const say = useWords(attemptWords)
  const [isOpen, setOpen] = useState(false)
  const { id, revision, claimed_at, outcome, reason, http_status } = attempt
  const ended = `outcome_${outcome}`
  const why = reasons.find((known) => known === reason)
  return (
    <li className={style['attempt']}>
      <Time instant={claimed_at} company={COMPANY_CODE} withDay />
      <div>
        {say('revision', { number: revision })} · {say(isOutcome(ended) ? ended : 'running')}
        {why !== undefined && <p className={style['reason']}>{say(why)}</p>}
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className={style['disclose']}>{say('show')}</summary>
          {isOpen && <SentAndAnswered guid={guid} id={id} status={http_status} />}
        </details>
      </div>
    </li>
  )
}

interface AskedAttempt {
  readonly guid: string
  readonly id: string
  /** The HTTP status, for support; null if no answer came. */
  readonly status: number | null
}

/** Fetched only if a person opens it. */
function SentAndAnswered({ guid, id, status }: AskedAttempt) {
  const say = useWords(attemptWords)
  const sentenceOf = useErrorSentence()
  const { data, error } = useQuery({
    queryKey: ['attempt', guid, id],
    queryFn: () => operator('showAttempt', { params: { guid, attempt: id } }),
  })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return null
  return (
    <>
      <b>{say('request')}</b>
      {data.request === null ? <p>{say('not_kept')}</p> : <RawText label={say('request')} text={data.request} />}
      <b>{say('answer')}</b> {status !== null && <span className="quiet">{say('answer_code', { status })}</span>}
      {data.answer === null ? <p>{say('no_answer')}</p> : <RawText label={say('answer')} text={data.answer} />}
      <p className="quiet">{say('masked')}</p>
    </>
  )
}

/** It scrolls, so the keyboard has to reach it. */
export const RawText = ({ label, text }: { readonly label: string; readonly text: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className={style['answer']} tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
)
