import { useQuery } from '@tanstack/react-query'
import { journalWords as keptWords } from '../../../shared/words/journal.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Count, Time } from '../../parts/figures.tsx'
import { usePlainSentence } from '../../parts/plain.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Section } from '../../parts/section.tsx'
import { QueryState, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { proofWords } from '../../words/proof.ts'
import style from '../supervisor/health/health.module.css'

/** The result and age of the last proof of the records, and a button for a new one. */
export function RecordVerification() {
  const say = useWords(proofWords)
  const sayKept = useWords(keptWords)
  const plain = usePlainSentence()
  const standing = useQuery({ queryKey: ['proof'], queryFn: () => operator('proof') })
  const prove = useAct(['proof'], () => operator('verify'))
  if (!standing.data) return <QueryState query={standing} />
  const { findings, finding_count: count, proved_at: provedAt, lines, code } = standing.data
  const listed = findings.map(({ message }) => message)
  const more = count - listed.length
  const isSound = listed.length === 0
  return (
    <Section className={style['part']} title={say('proof')}>
      <p className={style['state']} data-tone={isSound ? 'good' : 'bad'} role="status">
        {say(isSound ? 'sound' : 'not_sound')}
      </p>
      <p className="quiet">
        {provedAt !== null && (
          <>
            {say('proved_at')} <Time instant={provedAt} withDay /> ·{' '}
          </>
        )}
        {say('lines')} <Count value={lines} /> · {say('head_code')} <code>{code}</code>
      </p>
      <div>
        <Secondary loading={prove.isPending} onClick={() => prove.mutate()}>
          {say('prove')}
        </Secondary>{' '}
        {!isSound && (
          <ConfirmButton
            label={say('trust')}
            title={say('trust_title')}
            text={say('trust_text')}
            why={say('trust_reason')}
            stale={['proof']}
            act={async (reason) => {
              await operator('trust', { body: { reason } })
              prove.mutate()
            }}
          />
        )}
      </div>
      <Refused error={prove.error} />
      {!isSound && (
        <ul>
          {listed.map((finding) => (
            <li key={finding}>{plain(finding)}</li>
          ))}
          {more > 0 && <li>{sayKept('and_more', { count: more })}</li>}
        </ul>
      )}
    </Section>
  )
}
