import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { journalWords as keptWords } from '../../../../shared/words/journal.ts'
import { operator } from '../../../gateway/api.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Count, Time } from '../../../parts/figures.tsx'
import { usePlain } from '../../../parts/plain.ts'
import { isReason, ReasonField } from '../../../parts/reason-field.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { Awaiting, useFaultOf } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { proofWords } from '../../../words/proof.ts'
import style from './health.module.css'

/** Whether everything is as it was written down, how old the last proof of that is, and a new one on demand. */
export function Proof() {
  const say = useWords(proofWords)
  const sayKept = useWords(keptWords)
  const plain = usePlain()
  const faultOf = useFaultOf()
  const queries = useQueryClient()
  const standing = useQuery({ queryKey: ['proof'], queryFn: () => operator('proof') })
  const prove = useMutation({
    mutationFn: () => operator('verify', { query: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['proof'] }),
  })
  if (!standing.data) return <Awaiting query={standing} />
  const { findings, finding_count: count, proved_at: provedAt, lines, code } = standing.data
  const listed = prove.data?.findings ?? findings.map(({ message }) => message)
  const more = (prove.data?.finding_count ?? count) - listed.length
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
        {!isSound && <Trust done={() => prove.mutate()} />}
      </div>
      {prove.isError && <p role="alert">{faultOf(prove.error)}</p>}
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

/** A person who knows why it is so lets the gateway send again, and says why. */
function Trust({ done }: { done(): void }) {
  const say = useWords(proofWords)
  const [reason, setReason] = useState<string | null>(null)
  const trust = useMutation({
    mutationFn: (given: string) => operator('trust', { body: { reason: given } }),
    onSuccess: () => {
      setReason(null)
      done()
    },
  })
  return (
    <>
      <Secondary onClick={() => setReason('')}>{say('trust')}</Secondary>
      {reason !== null && (
        <Dialog
          title={say('trust_title')}
          act={say('trust')}
          canAct={isReason(reason)}
          doing={trust}
          onAct={() => trust.mutate(reason.trim())}
          onClose={() => setReason(null)}
        >
          <p>{say('trust_text')}</p>
          <ReasonField label={say('trust_reason')} reason={reason} onChange={setReason} />
        </Dialog>
      )}
    </>
  )
}
