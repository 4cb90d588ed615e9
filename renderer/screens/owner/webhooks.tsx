import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useGatewayInfo } from '../../gateway/health.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { ActorName, Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { fieldFaultOf, Notice, QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { webhookWords } from '../../words/webhooks.ts'
import { CompanyChoice, Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Webhook = OperatorAnswer<'listWebhooks'>['items'][number]

/** How often the deliveries are asked for while the screen is open. */
const lookMs = 5_000

export function Webhooks() {
  const say = useWords(webhookWords)
  const [openId, setOpenId] = useState<string | null>(null)
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => operator('listWebhooks'),
    refetchInterval: lookMs,
  })
  if (!webhooks.data) return <QueryState query={webhooks} />
  const { items } = webhooks.data
  const open = items.find(({ id }) => id === openId)
  return (
    <Page title={say('webhooks')} text={say('webhooks_text')}>
      <Part title={say('add_webhook')}>
        <NewWebhook />
      </Part>
      <Part title={say('webhooks')}>
        {items.length === 0 ? (
          <p className="quiet">{say('none')}</p>
        ) : (
          <Table className={style['table']} head={[say('address'), say('status'), say('acts')]}>
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} showLog={() => setOpenId(webhook.id)} />
            ))}
          </Table>
        )}
      </Part>
      {open && (
        <Part title={`${say('log')} – ${open.url}`}>
          <WebhookLog id={open.id} />
        </Part>
      )}
    </Page>
  )
}

function NewWebhook() {
  const say = useWords(webhookWords)
  const isPractice = useGatewayInfo().data?.authority === 'practice'
  const [url, setUrl] = useState('')
  const [company, setCompany] = useState<string | null>(null)
  // They stay until the owner leaves: a second secret must not hide the first.
  const [made, setMade] = useState<readonly OperatorAnswer<'addWebhook'>[]>([])
  const add = useAct(
    ['webhooks'],
    () => operator('addWebhook', { body: { url: url.trim(), company } }),
    (webhook) => {
      setUrl('')
      setMade((before) => [webhook, ...before])
    },
  )
  return (
    <>
      {isPractice && <Notice tone="hint">{say('only_this_machine')}</Notice>}
      <form onSubmit={withPreventDefault(add.mutate)} onInput={add.reset}>
        <div className={style['row']}>
          <TextInput
            label={say('address')}
            description={say('address_hint')}
            placeholder="https://tills.example/resit"
            value={url}
            maxLength={500}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={fieldFaultOf(add.error, '/url')}
          />
          <CompanyChoice company={company} choose={setCompany} />
          <Button type="submit" loading={add.isPending} disabled={url.trim() === ''}>
            {say('add')}
          </Button>
        </div>
        <Refused error={add.error} />
      </form>
      {/* Not in the form: the question about a secret is a form of its own. */}
      {made.map(({ id, url: address, secret }) => (
        <ShownOnce key={id} title={`${say('secret_once')} – ${address}`} text={secret} />
      ))}
    </>
  )
}

function WebhookRow({ webhook, showLog }: { readonly webhook: Webhook; showLog(): void }) {
  const { id, url, company, added_at, added_by } = webhook
  const say = useWords(webhookWords)
  return (
    <Row>
      <>
        <bdi>{url}</bdi> {company !== null && <span className="quiet">· {company}</span>}
        <div className="quiet">
          {say('added')} <ActorName by={added_by} /> · <Time instant={added_at} withDay />
        </div>
      </>
      <DeliveryStatus webhook={webhook} />
      <div className={style['acts']}>
        <Secondary onClick={showLog}>{say('log')}</Secondary>
        <ConfirmButton
          label={say('replay_all')}
          title={say('replay_title')}
          text={say('replay_text')}
          stale={['webhooks']}
          act={() => operator('replayWebhook', { body: { id, after: 0 } })}
        />
        <ConfirmButton
          label={say('remove')}
          title={say('remove_title')}
          text={say('remove_text', { address: url })}
          isDestructive
          stale={['webhooks']}
          act={() => operator('removeWebhook', { body: { id } })}
        />
      </div>
    </Row>
  )
}

function DeliveryStatus({ webhook: { waiting, failed, next_at } }: { readonly webhook: Webhook }) {
  const say = useWords(webhookWords)
  if (waiting === 0 && failed === 0) return say('all_delivered')
  return (
    <>
      {waiting > 0 && <div>{say('waiting', { count: waiting })}</div>}
      {failed > 0 && <strong>{say('failed', { count: failed })}</strong>}
      {next_at !== null && (
        <div>
          {say('no_answer_next_try')} <Time instant={next_at} withDay />
        </div>
      )}
    </>
  )
}

/** The last deliveries of a webhook. Each can be sent again. */
function WebhookLog({ id }: { readonly id: string }) {
  const say = useWords(webhookWords)
  const log = useQuery({
    queryKey: ['webhook-log', id],
    queryFn: () => operator('webhookDeliveries', { query: { id } }),
    refetchInterval: lookMs,
  })
  const replay = useAct(['webhook-log'], (seq: number) => operator('replayWebhook', { body: { id, seq } }))
  if (!log.data) return <QueryState query={log} />
  if (log.data.items.length === 0) return <p className="quiet">{say('nothing_yet')}</p>
  return (
    <Table className={style['table']} head={[say('document'), say('when'), say('became'), say('acts')]}>
      {log.data.items.map(({ seq, changed_at, SALE_GUID, state, attempts, http_status }) => (
        <Row key={seq}>
          <bdi className="figure">{SALE_GUID ?? say('alert')}</bdi>
          <Time instant={changed_at} withDay />
          {[
            say(`state_${state}`),
            ...(attempts > 0 ? [http_status ?? say('no_answer'), say('tries', { count: attempts })] : []),
          ].join(' · ')}
          <Secondary
            disabled={state === 'waiting'}
            loading={replay.isPending && replay.variables === seq}
            onClick={() => replay.mutate(seq)}
          >
            {say('replay')}
          </Secondary>
        </Row>
      ))}
    </Table>
  )
}
