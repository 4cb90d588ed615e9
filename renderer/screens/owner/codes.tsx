import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { Count, Time } from '../../parts/figures.tsx'
import { QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CodeMapping } from './code-mapping.tsx'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** The reference lists: their age, and the last try to renew them. */
export function Codes() {
  const say = useWords(ownerWords)
  const lists = useQuery({ queryKey: ['code-lists'], queryFn: () => operator('listCodes') })
  const refresh = useAct(['code-lists'], () => operator('refreshCodes', { body: {} }))
  if (!lists.data) return <QueryState query={lists} />
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
        <Table className={style['table']} head={[say('list'), say('current_codes'), say('refreshed'), say('last_try')]}>
          {items.map(({ list, count, refreshed_at: at, last_try: tried }) => (
            <Row key={list}>
              {say(`list_${list}`)}
              <Count value={count} />
              <Time instant={at} withDay />
              {tried === null ? say('never') : (tried.message ?? say('taken'))}
            </Row>
          ))}
        </Table>
      </Part>
      <CodeMapping />
    </Page>
  )
}
