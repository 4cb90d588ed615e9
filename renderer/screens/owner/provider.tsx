import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { journalWords as keptWords } from '../../../shared/words/journal.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { desktop } from '../../gateway/desktop.ts'
import { useRecord } from '../../gateway/records.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { usePlainSentence } from '../../parts/plain.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { QueryState, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { proofWords } from '../../words/proof.ts'
import { softwareProviderWords } from '../../words/provider.ts'
import { Attempts, RawText } from '../cashier/record/history.tsx'
import health from '../supervisor/health/health.module.css'
import { Licences } from './about.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

const rooms = ['keys', 'webhooks', 'codes'] as const
const docs = () => void (desktop ? desktop.openDocs({}) : window.open('/docs', '_blank', 'noopener'))

/** What a software provider asks for. A shop does not need it every day. */
export function Provider() {
  const say = useWords(softwareProviderWords)
  const { sale } = useSearch({ from: '/settings/provider' })
  return (
    <Page title={say('provider')} text={say('provider_text')}>
      <Part title={say('more')}>
        <div className={style['row']}>
          {rooms.map((room) => (
            <Button key={room} component={Link} variant="default" to={`/settings/provider/${room}`}>
              {say(room)}
            </Button>
          ))}
          <Secondary onClick={docs}>{say('docs')}</Secondary>
        </div>
      </Part>
      <Part title={say('one_sale')}>
        {sale === undefined ? <Link to="/sales">{say('one_sale_text')}</Link> : <Detail guid={sale} />}
      </Part>
      <RecordVerification />
      <Licences />
    </Page>
  )
}

function Detail({ guid }: { readonly guid: string }) {
  const say = useWords(softwareProviderWords)
  const shown = useRecord(guid)
  if (!shown.data) return <QueryState query={shown} />
  const { record, sale } = shown.data
  const json = JSON.stringify({ record, sale }, null, 2)
  return (
    <>
      <RawText label={say('json')} text={json} />
      <CopyButton text={json} label={say('copy_json')} />
      <Attempts shown={shown.data} />
    </>
  )
}

/** The result and age of the last proof of the records, and a button for a new one. */
function RecordVerification() {
  const say = useWords(proofWords)
  const sayKept = useWords(keptWords)
  const plain = usePlainSentence()
  const standing = useQuery({ queryKey: ['proof'], queryFn: () => operator('proof') })
  const prove = useAct(['proof'], () => operator('verify'))
  if (!standing.data) return <QueryState query={standing} />
  const { findings, finding_count: count, proved_at: provedAt, code } = standing.data
  const listed = findings.map(({ message }) => message)
  const more = count - listed.length
  const isSound = listed.length === 0
  return (
    <Part title={say('proof')}>
      <p className={health['state']} data-tone={isSound ? 'good' : 'bad'} role="status">
        {say(isSound ? 'sound' : 'not_sound')}
      </p>
      <p className="quiet">
        {provedAt !== null && (
          <>
            {say('proved_at')} <Time instant={provedAt} withDay /> ·{' '}
          </>
        )}
        {say('head_code')} <code>{code}</code>
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
    </Part>
  )
}
