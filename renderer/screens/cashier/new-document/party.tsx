import { Select } from '@mantine/core'
import { idTypes } from '../../../../shared/document/party.ts'
import { CodeField, TextField } from '../../../parts/fields.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { DocumentForm, Side } from './form.ts'
import style from './new-document.module.css'
import { ScanField } from './scan-field.tsx'
import { TinCheck } from './tin-check.tsx'

/** Whom the document is for, or in whose place it is issued. */
export function Party({ form, side }: { readonly form: DocumentForm; readonly side: Side }) {
  const say = useWords(newDocumentWords)
  return (
    <div className={style['pair']}>
      <ScanField form={form} side={side} />
      <Select
        label={say('id_type')}
        withAsterisk
        allowDeselect={false}
        data={[...idTypes]}
        {...form.getInputProps(`${side}.ID_TYPE`)}
        key={form.key(`${side}.ID_TYPE`)}
      />
      <TextField form={form} at={`${side}.ID_NUMBER`} label={say('id_number')} isRequired />
      <TextField form={form} at={`${side}.TIN`} label={say('tin')} isRequired />
      <TinCheck form={form} side={side} />
      <TextField form={form} at={`${side}.NAME`} label={say('name')} isRequired />
      <TextField form={form} at={`${side}.PHONE`} label={say('phone')} isRequired inputMode="tel" />
      <TextField form={form} at={`${side}.EMAIL`} label={say('email')} inputMode="email" />
      <TextField form={form} at={`${side}.SST_NUMBER`} label={say('sst')} />
      <TextField form={form} at={`${side}.ADDRESS.LINES.0`} label={say('address')} isRequired />
      <TextField form={form} at={`${side}.ADDRESS.CITY`} label={say('city')} isRequired />
      <TextField form={form} at={`${side}.ADDRESS.POSTCODE`} label={say('postcode')} inputMode="numeric" />
      <CodeField form={form} at={`${side}.ADDRESS.STATE_CODE`} label={say('state')} list="state" />
      <CodeField form={form} at={`${side}.ADDRESS.COUNTRY_CODE`} label={say('country')} list="country" />
      {side === 'SUPPLIER' && (
        <>
          <CodeField form={form} at="SUPPLIER.MSIC_CODE" label={say('msic')} list="msic" />
          <TextField form={form} at="SUPPLIER.BUSINESS_ACTIVITY" label={say('activity')} isRequired />
        </>
      )}
    </div>
  )
}
