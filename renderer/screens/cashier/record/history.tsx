import type { RecordDetail } from '../../../gateway/records.ts'
import { Time } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { Who } from '../../../parts/who.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

const eventWords = [
  'received',
  'revised',
  'held',
  'released',
  'voided',
  'closed',
  'restamped',
  'claimed',
  'unsent',
  'taken',
  'refused',
  'doubted',
  'not_found',
  'requeued',
  'conflicted',
  'found',
  'validated',
  'invalidated',
  'linked',
  'rejection_requested',
  'cancel_requested',
  'cancel_asked',
  'cancel_unsent',
  'cancel_doubted',
  'cancel_refused',
  'cancelled',
  'anomaly',
  'consolidated',
  'covered',
  'uncovered',
  'converted',
] as const

type EventWord = (typeof eventWords)[number] | 'made' | 'other_event'

/** No till sent a consolidated document. */
const wordOf = (type: string, isMade: boolean): EventWord =>
  isMade && type === 'received' ? 'made' : (eventWords.find((word) => word === type) ?? 'other_event')

/** Everything that happened, the last first. */
export function History({ shown: { events, record } }: { readonly shown: RecordDetail }) {
  const say = useWords(recordWords)
  return (
    <Section className={style['part']} title={say('history')}>
      <ol className={style['history']}>
        {events.toReversed().map(({ version, at, type, by }) => (
          <li key={version}>
            <span>
              {say(wordOf(type, record.MEMBERS !== undefined))}
              {by !== null && (
                <span className="quiet">
                  {' · '}
                  <Who by={by} />
                </span>
              )}
            </span>
            <Time instant={at} company={record.COMPANY_CODE} withDay />
          </li>
        ))}
      </ol>
    </Section>
  )
}
