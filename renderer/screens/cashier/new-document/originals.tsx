import { ActionIcon, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRecord } from '../../../gateway/records.ts'
import { SoldAt } from '../../../parts/day.tsx'
import { TextField } from '../../../parts/fields.tsx'
import { Money } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import style from './new-document.module.css'
import { type DocumentForm, emptyOriginal } from './values.ts'

/** The originals of a note: kept here, or from elsewhere by number (`NA` if older than e-invoices). */
export function Originals({ form }: { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  const originals = form.getValues().ORIGINALS
  return (
    <>
      {originals.map(({ SALE_GUID }, at) => (
        // An original has no id, so its index is the key.
        <div key={at} className={style['original']}>
          {SALE_GUID === '' ? (
            <>
              <TextField form={form} at={`ORIGINALS.${at}.DOCUMENT_NUMBER`} label={say('DOCUMENT_NUMBER')} isRequired />
              <TextField
                form={form}
                at={`ORIGINALS.${at}.AUTHORITY_UUID`}
                label={say('original_uuid')}
                description={say('original_uuid_hint')}
                isRequired
              />
            </>
          ) : (
            <Kept guid={SALE_GUID} />
          )}
          <ActionIcon
            variant="default"
            aria-label={say('remove_original', { number: at + 1 })}
            onClick={() => form.removeListItem('ORIGINALS', at)}
          >
            <IconTrash size={22} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {originals.length === 0 && <Text className="quiet">{say('original_missing')}</Text>}
      <Secondary icon={IconPlus} onClick={() => form.insertListItem('ORIGINALS', emptyOriginal)}>
        {say('add_original')}
      </Secondary>
    </>
  )
}

/** An original as people know it: sale code, amount, time and buyer. */
function Kept({ guid }: { readonly guid: string }) {
  const { data } = useRecord(guid)
  if (!data) return <span>…</span>
  const { record, sale } = data
  const party = sale?.BUYER ?? sale?.SUPPLIER
  return (
    <p data-original={guid}>
      <strong>
        <bdi>{record.SALE_CODE}</bdi> · <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </strong>{' '}
      <span className="quiet">
        {party && <bdi>{party.NAME} · </bdi>}
        <SoldAt record={record} />
      </span>
    </p>
  )
}
