import { Button, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operator } from '../../../gateway/api.ts'
import type { Reconciliation } from '../../../gateway/till-shifts.ts'
import { saveFile } from '../../../parts/csv.ts'
import { Heads } from '../../../parts/heads.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { csvOfDifferences } from './csv-files.ts'
import style from './shift.module.css'

/** What differs, both ways; and of what nobody can say. */
export function Differences({ run }: { readonly run: Reconciliation }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const found = useQuery({
    queryKey: ['reconciliations', run.id, run.state],
    queryFn: () => operator('reconciliation', { params: { id: run.id } }),
  })
  if (found.isPending) return <Loading />
  if (found.isLoadingError) return <Failed error={found.error} retry={() => void found.refetch()} />
  const { differences, difference_count, unproven, compared_at } = found.data
  if (compared_at === null) return null
  return (
    <section className={style['part']} aria-label={say('differences', { count: difference_count })}>
      <Title order={2} size="h4">
        {difference_count === 0 ? say('no_differences') : say('differences', { count: difference_count })}
      </Title>
      {unproven > 0 && <p>{say('unproven', { count: unproven })}</p>}
      {differences.length > 0 && (
        <>
          <table className={style['table']}>
            <Heads of={[say('reconciliation'), say('here'), say('there')]} />
            <tbody>
              {differences.map(({ kind, here, there }) => (
                <tr key={`${kind} ${here?.SALE_GUID ?? ''} ${there?.AUTHORITY_UUID ?? ''}`}>
                  <th scope="row">{say(kind)}</th>
                  <td>
                    {here && (
                      <>
                        <Link to="/sales/$guid" params={{ guid: here.SALE_GUID }}>
                          <bdi>{here.DOCUMENT_NUMBER}</bdi>
                        </Link>{' '}
                        · {sayStatus(here.STATUS)} · {here.CURRENCY_CODE} {here.TOTAL_PAYABLE}
                      </>
                    )}
                  </td>
                  <td>
                    {there && (
                      <>
                        <bdi>{there.DOCUMENT_NUMBER}</bdi> · <bdi>{there.AUTHORITY_UUID}</bdi> · {there.STATUS} ·{' '}
                        {there.TOTAL_PAYABLE}
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className={style['row']}>
            <Button
              variant="default"
              size="md"
              leftSection={<IconDownload size={20} aria-hidden />}
              onClick={() =>
                saveFile(`differences-${run.from}-${run.to}.csv`, csvOfDifferences(differences), 'text/csv')
              }
            >
              {say('save_csv')}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}
