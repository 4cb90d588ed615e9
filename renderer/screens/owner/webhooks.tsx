import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { ActorName, Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { TableHead } from '../../parts/section.tsx'
import { Awaiting, Refused, useFieldFault } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { webhookWords } from '../../words/webhooks.ts'
import { CompanyChoice, Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Webhook = OperatorAnswer<'listWebhooks'>['items'][number]

/** How often the deliveries are asked for while the screen is open. */
const lookMs = 5_000

/** The webhooks and their deliveries. */
export function Webhooks() {
  const say = useWords(webhookWords)
  const [openId, setOpenId] = useState<string | null>(null)
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => operator('listWebhooks'),
    refetchInterval: lookMs,
  })
  if (!webhooks.data) return <Awaiting query={webhooks} />
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
          <table className={style['table']}>
            <TableHead of={[say('address'), say('stands'), say('acts')]} />
            <tbody>
              {items.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} showLog={() => setOpenId(webhook.id)} />
              ))}
            </tbody>
          </table>
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
  const faultOf = useFieldFault()
  const [url, setUrl] = useState('')
  const [company, setCompany] = useState<string | null>(null)
  const add = useAct(
    ['webhooks'],
    () => operator('addWebhook', { body: { url: url.trim(), company } }),
    () => setUrl(''),
  )
  return (
    <form onSubmit={withPreventDefault(add.mutate)}>
      <div className={style['row']}>
        <TextInput
          label={say('address')}
          description={say('address_hint')}
          placeholder="https://tills.example/resit"
          value={url}
          maxLength={500}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={faultOf(add.error, '/url')}
        />
        <CompanyChoice company={company} choose={setCompany} />
        <Button type="submit" loading={add.isPending} disabled={url.trim() === ''}>
          {say('add')}
        </Button>
      </div>
      <Refused error={add.error} />
      {add.data && <ShownOnce key={add.data.id} title={say('secret_once')} text={add.data.secret} />}
    </form>
  )
}

interface RowProps {
  readonly webhook: Webhook
  showLog(): void
}

function WebhookRow({ webhook, showLog }: RowProps) {
  const { id, url, company, added_at, added_by } = webhook
  const say = useWords(webhookWords)
  return (
    <tr>
      <th scope="row">
        <bdi>{url}</bdi>
        {company !== null && (
          <span className="quiet">
            {' · '}
            <bdi>{company}</bdi>
          </span>
        )}
        <div className="quiet">
          {say('added')} <ActorName by={added_by} /> {'·'} <Time instant={added_at} withDay />
        </div>
      </th>
      <td>
        <DeliveryStatus webhook={webhook} />
      </td>
      <td>
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
      </td>
    </tr>
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
  if (!log.data) return <Awaiting query={log} />
  if (log.data.items.length === 0) return <p className="quiet">{say('nothing_yet')}</p>
  return (
    <table className={style['table']}>
      <TableHead of={[say('when'), say('document'), say('became'), say('acts')]} />
      <tbody>
        {log.data.items.map(({ seq, changed_at, SALE_GUID, state, attempts, http_status }) => (
          <tr key={seq}>
            <td>
              <Time instant={changed_at} withDay />
            </td>
            <th scope="row">
              <bdi className="figure">{SALE_GUID ?? say('alert')}</bdi>
            </th>
            <td>
              {say(`state_${state}`)}
              {attempts > 0 && (
                <span className="quiet">
                  {' · '}
                  {http_status ?? say('no_answer')}
                  {' · '}
                  {say('tries', { count: attempts })}
                </span>
              )}
            </td>
            <td>
              <Secondary
                disabled={state === 'waiting'}
                loading={replay.isPending && replay.variables === seq}
                onClick={() => replay.mutate(seq)}
              >
                {say('replay')}
              </Secondary>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
