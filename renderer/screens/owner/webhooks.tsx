import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { lookMs, useGatewayInfo } from '../../gateway/health.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { ActorName, Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { fieldFaultOf, Notice, QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { webhookWords } from '../../words/webhooks.ts'
import { CompanyChoice, Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Webhook = OperatorAnswer<'listWebhooks'>['items'][number]

export function Webhooks() {
  const say = useWords(webhookWords)
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => operator('listWebhooks'),
    refetchInterval: lookMs,
  })
  if (!webhooks.data) return <QueryState query={webhooks} />
  return (
    <Page title={say('webhooks')} text={say('webhooks_text')}>
      <Part title={say('add_webhook')}>
        <NewWebhook />
      </Part>
      <Part title={say('webhooks')}>
        {webhooks.data.items.length === 0 ? (
          <p className="quiet">{say('none')}</p>
        ) : (
          <Table className={style['table']} head={[say('address'), say('status'), say('acts')]}>
            {webhooks.data.items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Table>
        )}
      </Part>
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

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
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

function DeliveryStatus({ webhook: { waiting, failed } }: { readonly webhook: Webhook }) {
  const say = useWords(webhookWords)
  if (waiting === 0 && failed === 0) return say('all_delivered')
  return (
    <>
      {waiting > 0 && <div>{say('waiting', { count: waiting })}</div>}
      {failed > 0 && <strong>{say('failed', { count: failed })}</strong>}
    </>
  )
}
