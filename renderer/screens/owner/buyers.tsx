import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { OperatorAnswer, OperatorAsk } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { csvOf, saveFile } from '../../parts/csv.ts'
import { Confirm, ConfirmButton, DialogButton } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { Notice, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { buyersWords } from '../../words/buyers.ts'
import { useWords } from '../../words/language.ts'
import { partyOf } from '../cashier/new-document/correction.ts'
import { PartyFieldset } from '../cashier/new-document/party.tsx'
import { useBuyers } from '../cashier/new-document/scan-field.tsx'
import { type DocumentFields, emptyDraft, withoutEmpty } from '../cashier/new-document/values.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

type Buyer = OperatorAnswer<'findBuyers'>['items'][number]

const numbersOf = ({ TIN, ID_TYPE, ID_NUMBER }: Buyer) => ({ TIN, ID_TYPE, ID_NUMBER })

/** The columns have the names that the fields of a sale have. */
function tableOf(buyers: readonly Buyer[]) {
  const rows = buyers.map(({ ADDRESS: { LINES, ...place }, ...rest }) => ({
    ...rest,
    ADDRESS: LINES.join(', '),
    ...place,
  }))
  return [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]
}

const keyOf = (buyer: Buyer) => Object.values(numbersOf(buyer)).join(' ')

/** Buyers that earlier sales told of: personal data, which an owner corrects, exports and deletes. */
export function Buyers() {
  const say = useWords(buyersWords)
  const [typed, setTyped] = useState('')
  const { found, error } = useBuyers('', typed, 0)
  // A correction is of all names with the same numbers, so they are one row.
  const buyers = [...new Map(found?.toReversed().map((buyer) => [keyOf(buyer), buyer])).values()].toReversed()
  return (
    <Page title={say('buyers')} text={say('text')}>
      <Part>
        <TextInput
          label={say('find')}
          description={say('find_hint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <output>{found?.length === 0 && say(typed === '' ? 'none_yet' : 'none')}</output>
        <Refused error={error} />
        {buyers.length > 0 && (
          <>
            <div className={style['row']}>
              <Acts buyers={buyers} />
            </div>
            <Table className={style['table']} label={say('buyers')}>
              {buyers.map((buyer) => (
                <Row key={keyOf(buyer)}>
                  <bdi>{buyer.NAME}</bdi>
                  <>
                    {buyer.TIN}
                    <br />
                    {buyer.PHONE}
                  </>
                  <div className={style['acts']}>
                    <DialogButton label={say('correct')}>
                      {(close) => <Correction buyer={buyer} close={close} />}
                    </DialogButton>
                    <Acts buyers={[buyer]} name={buyer.NAME} />
                  </div>
                </Row>
              ))}
            </Table>
          </>
        )}
      </Part>
    </Page>
  )
}

/** Exports what is remembered. @param name of one buyer, who can be deleted */
function Acts({ buyers, name }: { readonly buyers: readonly Buyer[]; readonly name?: string }) {
  const say = useWords(buyersWords)
  const body = { BUYERS: buyers.map(numbersOf) }
  const [told, file] = name === undefined ? [{ count: buyers.length }, 'buyers.csv'] : [{ name }, 'buyer.csv']
  const save = useAct(
    [],
    () => operator('exportBuyer', { body }),
    ({ items }) => saveFile(file, csvOf(tableOf(items)), 'text/csv;charset=utf-8'),
  )
  return (
    <>
      <Secondary loading={save.isPending} onClick={() => save.mutate()}>
        {say('count' in told ? 'export_all' : 'export', told)}
      </Secondary>
      {name !== undefined && (
        <ConfirmButton
          label={say('delete', { name })}
          title={say('delete_title', { name })}
          text={say('delete_text')}
          isDestructive
          stale={['buyers']}
          act={() => operator('changeBuyer', { body: { ...body, NOW: null } })}
        />
      )}
      <Refused error={save.error} />
      {save.isSuccess && <output>{say('exported', { file })}</output>}
    </>
  )
}

function Correction({ buyer, close }: { readonly buyer: Buyer; close(): void }) {
  const say = useWords(buyersWords)
  const form = useForm<DocumentFields>({ initialValues: { ...emptyDraft.fields, BUYER: partyOf(buyer) } })
  const save = useAct(['buyers'], () => {
    const NOW = withoutEmpty(form.getValues().BUYER) as NonNullable<OperatorAsk<'changeBuyer'>['body']['NOW']>
    return operator('changeBuyer', { body: { BUYERS: [numbersOf(buyer)], NOW } })
  })
  const title = say('correct_of', { name: buyer.NAME })
  return (
    <Confirm
      title={title}
      act={say('save')}
      doing={save}
      isDone={save.isSuccess}
      onAct={() => save.mutate()}
      onClose={close}
    >
      <div className={style['pair']}>
        <PartyFieldset form={form} side="BUYER" />
      </div>
      {save.isSuccess && <Notice tone="calm">{say('is_saved')}</Notice>}
    </Confirm>
  )
}
