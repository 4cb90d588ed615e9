import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { operator } from '../../gateway/api.ts'
import { Time } from '../../parts/figures.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { webhookWords } from '../../words/webhooks.ts'
import style from './settings.module.css'
import { useAct } from './use-act.ts'

/** The last deliveries of a webhook; any of them can be made again. */
export function WebhookLog({ id }: { readonly id: string }) {
  const say = useWords(webhookWords)
  const log = useQuery({
    queryKey: ['webhook-log', id],
    queryFn: () => operator('webhookDeliveries', { query: { id } }),
    refetchInterval: 5_000,
  })
  const replay = useAct('webhook-log', (seq: number) => operator('replayWebhook', { body: { id, seq } }))
  if (log.isPending) return <Loading />
  if (log.isLoadingError) return <Failed error={log.error} retry={() => void log.refetch()} />
  if (log.data.items.length === 0) return <p className="quiet">{say('nothing_yet')}</p>
  return (
    <table className={style['table']}>
      <Heads of={[say('when'), say('document'), say('became'), say('acts')]} />
      <tbody>
        {log.data.items.map(({ seq, changed_at, SALE_GUID, state, attempts, http_status }) => (
          <tr key={seq}>
            <td>
              <Time instant={changed_at} withDay />
            </td>
            <th scope="row">
              <bdi className="figure">{SALE_GUID}</bdi>
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
              <Button
                variant="default"
                disabled={state === 'waiting'}
                loading={replay.isPending && replay.variables === seq}
                onClick={() => replay.mutate(seq)}
              >
                {say('replay')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
