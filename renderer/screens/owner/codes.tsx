import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { operator } from '../../gateway/api.ts'
import { Count, Time } from '../../parts/figures.tsx'
import { Heads } from '../../parts/heads.tsx'
import { Refused } from '../../parts/refused.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'
import { useAct } from './use-act.ts'

type List = OperatorAnswer<'listCodes'>['items'][number]

/** The reference lists: how current they are, what changed last, and which documents use what went away. */
export function Codes() {
  const say = useWords(ownerWords)
  const lists = useQuery({ queryKey: ['code-lists'], queryFn: () => operator('listCodes') })
  const refresh = useAct('code-lists', () => operator('refreshCodes', { body: {} }))
  if (lists.isPending) return <Loading />
  if (lists.isLoadingError) return <Failed error={lists.error} retry={() => void lists.refetch()} />
  const { items, next_refresh_at: nextAt } = lists.data
  return (
    <Page title={say('codes')} text={say('codes_text')}>
      <Part>
        <div className={style['row']}>
          <Button loading={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            {say('refresh_codes')}
          </Button>
          {nextAt !== null && (
            <span className="quiet">
              {say('next_refresh')} <Time instant={nextAt} withDay />
            </span>
          )}
        </div>
        <Refused error={refresh.error} />
        <table className={style['table']}>
          <Heads of={[say('list'), say('current_codes'), say('refreshed'), say('last_try')]} />
          <tbody>
            {items.map((list) => (
              <ListRow key={list.list} list={list} />
            ))}
          </tbody>
        </table>
      </Part>
      <Affected />
    </Page>
  )
}

function ListRow({ list }: { readonly list: List }) {
  const say = useWords(ownerWords)
  const { last_try: tried, last_change: change } = list
  return (
    <tr>
      <th scope="row">{say(`list_${list.list}`)}</th>
      <td>
        <Count value={list.count} />
        {list.obsolete.length > 0 && (
          <span className="quiet"> · {say('obsolete', { count: list.obsolete.length })}</span>
        )}
      </td>
      <td>
        <Time instant={list.refreshed_at} withDay />
        {change && (
          <span className="quiet">
            {' · '}
            {say('list_change', {
              added: change.added.length,
              removed: change.removed.length,
              changed: change.changed.length,
            })}
          </span>
        )}
      </td>
      <td>{tried === null ? say('never') : (tried.message ?? say('taken'))}</td>
    </tr>
  )
}

function Affected() {
  const say = useWords(ownerWords)
  const affected = useQuery({
    queryKey: ['codes-affected'],
    queryFn: () => operator('codesAffected', { query: {} }),
  })
  const items = affected.data?.items ?? []
  const unreadable = affected.data?.unreadable ?? []
  return (
    <Part title={say('affected')}>
      {items.length === 0 ? (
        <p>{say('none_affected')}</p>
      ) : (
        <ul>
          {items.map(({ record, codes }) => (
            <li key={record.SALE_GUID}>
              <a href={`#/sales/${record.SALE_GUID}`}>
                <bdi>{record.DOCUMENT_NUMBER}</bdi>
              </a>{' '}
              <span className="quiet">{codes.map(({ code }) => code).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
      {unreadable.length > 0 && (
        <Alert color="orange" variant="light" role="status" title={say('unreadable', { count: unreadable.length })}>
          <ul>
            {unreadable.map((guid) => (
              <li key={guid}>
                <a href={`#/sales/${guid}`}>{say('show_sale')}</a>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Part>
  )
}
