import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRecord } from '../../../gateway/records.ts'
import { TextField } from '../../../parts/fields.tsx'
import { Money } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { DocumentName } from '../record/related.tsx'
import style from './new-document.module.css'
import { RemoveEntry } from './remove-entry.tsx'
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
          <RemoveEntry form={form} list="ORIGINALS" at={at} label={say('remove_original', { number: at + 1 })} />
        </div>
      ))}
      {originals.length === 0 && <Text className="quiet">{say('original_missing')}</Text>}
      <Secondary icon={IconPlus} onClick={() => form.insertListItem('ORIGINALS', emptyOriginal)}>
        {say('add_original')}
      </Secondary>
    </>
  )
}

/** An original by its number and amount. */
function Kept({ guid }: { readonly guid: string }) {
  const record = useRecord(guid).data?.record
  return (
    <strong data-original={guid}>
      {record && <DocumentName record={record} />}{' '}
      {record && <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />}
    </strong>
  )
}
