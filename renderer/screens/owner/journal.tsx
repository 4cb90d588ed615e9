import { Alert, Button } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { roleNames } from '../../../shared/api/scopes.ts'
import { journalWords as keptWords } from '../../../shared/words/journal.ts'
import { operator } from '../../gateway/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Count, Time } from '../../parts/figures.tsx'
import { usePlain } from '../../parts/plain.ts'
import { isReason, ReasonField } from '../../parts/reason-field.tsx'
import { Failed, Loading, useFaultOf, useSentence } from '../../parts/states.tsx'
import { Who } from '../../parts/who.tsx'
import { doorWords } from '../../words/door.ts'
import { journalWords } from '../../words/journal.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** Proof that nothing was lost or changed, and what people did, the newest first. */
export function JournalPage() {
  const say = useWords(ownerWords)
  const sayAct = useWords(journalWords)
  return (
    <Page title={say('journal')} text={sayAct('text')}>
      <Proof />
      <Part title={sayAct('acts')}>
        <ActList />
      </Part>
    </Page>
  )
}

function Proof() {
  const say = useWords(ownerWords)
  const sayKept = useWords(keptWords)
  const plain = usePlain()
  const faultOf = useFaultOf()
  const prove = useMutation({ mutationFn: () => operator('verify', { query: {} }) })
  return (
    <Part title={say('prove')}>
      <p>{say('journal_text')}</p>
      <div className={style['row']}>
        <Button loading={prove.isPending} onClick={() => prove.mutate()}>
          {say('prove')}
        </Button>
      </div>
      {prove.isError && (
        <Alert color="red" variant="light" role="alert">
          {faultOf(prove.error)}
        </Alert>
      )}
      {prove.data && (
        <Alert
          color={prove.data.sound ? 'teal' : 'red'}
          variant="light"
          role="status"
          title={say(prove.data.sound ? 'sound' : 'not_sound')}
        >
          <p>
            {say('lines')} <Count value={prove.data.lines} /> · {say('records')} <Count value={prove.data.records} /> ·{' '}
            {say('head_code')} <code>{prove.data.code}</code>
          </p>
          <ul>
            {prove.data.findings.map((finding) => (
              <li key={finding}>{plain(finding)}</li>
            ))}
            {prove.data.finding_count > prove.data.findings.length && (
              <li>{sayKept('and_more', { count: prove.data.finding_count - prove.data.findings.length })}</li>
            )}
          </ul>
          {!prove.data.sound && <Trust done={() => prove.mutate()} />}
        </Alert>
      )}
    </Part>
  )
}

/** Who knows why the journal is as it is lets the gateway send again, and says why. */
function Trust({ done }: { done(): void }) {
  const say = useWords(journalWords)
  const sentenceOf = useSentence()
  const [reason, setReason] = useState<string | null>(null)
  const trust = useMutation({
    mutationFn: (given: string) => operator('trustJournal', { body: { reason: given } }),
    onSuccess: () => {
      setReason(null)
      done()
    },
  })
  return (
    <>
      <Button variant="default" onClick={() => setReason('')}>
        {say('trust')}
      </Button>
      {reason !== null && (
        <Dialog
          title={say('trust_title')}
          isOpen
          act={say('trust')}
          canAct={isReason(reason)}
          isBusy={trust.isPending}
          onAct={() => trust.mutate(reason.trim())}
          onClose={() => setReason(null)}
        >
          <p>{say('trust_text')}</p>
          <ReasonField label={say('trust_reason')} reason={reason} onChange={setReason} />
          {trust.isError && <p role="alert">{sentenceOf(trust.error)}</p>}
        </Dialog>
      )}
    </>
  )
}

const actTypes = [
  'signed_in',
  'signed_out',
  'wrong_pin',
  'approved',
  'look_up_asked',
  'sending_paused',
  'sending_resumed',
  'taxpayer_scanned',
  'tin_validated',
  'tin_searched',
  'company_saved',
  'token_created',
  'token_revoked',
  'webhook_added',
  'webhook_removed',
  'webhook_replayed',
  'operator_created',
  'operator_pin_set',
  'operator_code_made',
  'operator_role_set',
  'operator_outlets_set',
  'operator_disabled',
  'operator_enabled',
  'setting_changed',
  'shift_opened',
  'shift_closed',
  'database_restored',
  'database_rebuilt',
  'journal_trusted',
  'clock_compared',
  'reconciliation_begun',
] as const

function ActList() {
  const say = useWords(journalWords)
  const detailsOf = useDetails()
  const acts = useInfiniteQuery({
    queryKey: ['acts'],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam }) =>
      operator('listActs', { query: { ...(pageParam !== null && { before: String(pageParam) }) } }),
    getNextPageParam: ({ next }) => next,
  })
  if (acts.isPending) return <Loading />
  if (acts.isLoadingError) return <Failed error={acts.error} retry={() => void acts.refetch()} />
  return (
    <>
      <table className={style['table']}>
        <thead>
          <tr>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('who')}</th>
            <th scope="col">{say('what')}</th>
            <th scope="col">{say('details')}</th>
          </tr>
        </thead>
        <tbody>
          {acts.data.pages
            .flatMap(({ items }) => items)
            .map(({ seq, at, by, type, facts }) => (
              <tr key={seq}>
                <td>
                  <Time instant={at} withDay />
                </td>
                <td>
                  <Who by={by} />
                </td>
                <td>{say(actTypes.find((known) => known === type) ?? 'other')}</td>
                <td className="quiet">
                  <bdi>{detailsOf(facts)}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {acts.hasNextPage && (
        <Button variant="default" loading={acts.isFetchingNextPage} onClick={() => void acts.fetchNextPage()}>
          {say('older')}
        </Button>
      )}
    </>
  )
}

/** What of an act a person can read, in the order in which it is said; names of rows and digests say nothing to them. */
const said = ['name', 'role', 'company', 'outlet', 'terminal', 'shift', 'inARow', 'reason', 'url', 'clean'] as const

function useDetails(): (facts: Readonly<Record<string, unknown>>) => string {
  const say = useWords(journalWords)
  const sayRole = useWords(doorWords)
  return (facts) =>
    said
      .flatMap((name) => {
        const fact = facts[name]
        if (name === 'clean') return typeof fact === 'boolean' ? [say(fact ? 'closed_clean' : 'closed_open')] : []
        if (name === 'inARow') return typeof fact === 'number' ? [say('in_a_row', { count: fact })] : []
        if (typeof fact !== 'string' || fact === '') return []
        const role = roleNames.find((known) => known === fact)
        return [name === 'role' && role ? sayRole(`role_${role}`) : fact]
      })
      .join(' · ')
}
