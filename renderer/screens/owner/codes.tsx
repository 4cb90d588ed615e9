import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { Count, Time } from '../../parts/figures.tsx'
import { TableHead } from '../../parts/section.tsx'
import { Awaiting, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CodeMapping } from './code-mapping.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

type List = OperatorAnswer<'listCodes'>['items'][number]

/** The reference lists: their age, and the last changes. */
export function Codes() {
  const say = useWords(ownerWords)
  const lists = useQuery({ queryKey: ['code-lists'], queryFn: () => operator('listCodes') })
  const refresh = useAct(['code-lists'], () => operator('refreshCodes', { body: {} }))
  if (!lists.data) return <Awaiting query={lists} />
  const { items, next_refresh_at: nextAt } = lists.data
  return (
    <Page title={say('codes')} text={say('codes_text')}>
      <Part>
        <div className={style['row']}>
          <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
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
          <TableHead of={[say('list'), say('current_codes'), say('refreshed'), say('last_try')]} />
          <tbody>
            {items.map((list) => (
              <ListRow key={list.list} list={list} />
            ))}
          </tbody>
        </table>
      </Part>
      <CodeMapping />
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
