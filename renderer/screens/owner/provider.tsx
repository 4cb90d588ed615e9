import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { desktop } from '../../gateway/desktop.ts'
import { useRecord } from '../../gateway/records.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { QueryState } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { softwareProviderWords } from '../../words/provider.ts'
import { Attempts, RawText } from '../cashier/record/history.tsx'
import { Licences } from './about.tsx'
import { Page, Part } from './page.tsx'
import { RecordVerification } from './proof.tsx'
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

/** A sale as JSON, and the attempts to send it. */
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
