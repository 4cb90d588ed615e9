import { ActionIcon, Button, Fieldset, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { AmountField, CodeField, type DocumentForm, TextField } from './fields.tsx'
import style from './new-document.module.css'
import { noLine } from './values.ts'

/** Types of tax that have no rate (myinvois 8): not applicable, and exempt, which wants a reason. */
const rateless: readonly string[] = ['06', 'E']

/** What was sold, line by line. */
export function Lines({ form }: { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  const lines = form.getValues().LINES
  return (
    <>
      {lines.map((_, at) => (
        // A line has no name but its place.
        <Line key={at} form={form} at={at} isOnly={lines.length === 1} />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={20} aria-hidden />}
        onClick={() => form.insertListItem('LINES', noLine)}
      >
        {say('add_line')}
      </Button>
    </>
  )
}

function Line({ form, at, isOnly }: { readonly form: DocumentForm; readonly at: number; readonly isOnly: boolean }) {
  const say = useWords(newDocumentWords)
  const place = `LINES.${at}`
  const taxType = form.getValues().LINES[at]?.TAXES[0]?.TAX_TYPE ?? ''
  return (
    <Fieldset legend={say('line', { number: at + 1 })} className={style['line'] ?? ''}>
      <div className={style['lineTop']}>
        <TextField form={form} at={`${place}.DESCRIPTION`} label={say('description')} isRequired />
        <AmountField form={form} at={`${place}.QUANTITY`} label={say('quantity')} isRequired />
        <AmountField form={form} at={`${place}.UNIT_PRICE`} label={say('unit_price')} isRequired />
        <AmountField form={form} at={`${place}.DISCOUNT_AMOUNT`} label={say('discount')} />
      </div>
      <div className={style['lineRest']}>
        <CodeField
          form={form}
          at={`${place}.CLASSIFICATION_CODES.0`}
          label={say('classification')}
          list="classification"
          isRequired
        />
        <CodeField form={form} at={`${place}.UNIT_CODE`} label={say('unit')} list="unit" isRequired />
        <CodeField form={form} at={`${place}.TAXES.0.TAX_TYPE`} label={say('tax_type')} list="tax_type" isRequired />
        {!rateless.includes(taxType) && (
          <AmountField form={form} at={`${place}.TAXES.0.RATE`} label={say('tax_rate')} isRequired />
        )}
        {taxType === 'E' && (
          <TextField form={form} at={`${place}.TAXES.0.EXEMPTION_REASON`} label={say('exemption')} isRequired />
        )}
        <Group justify="flex-end" align="flex-end">
          <ActionIcon
            variant="default"
            disabled={isOnly}
            aria-label={say('remove_line', { number: at + 1 })}
            onClick={() => form.removeListItem('LINES', at)}
          >
            <IconTrash size={22} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
    </Fieldset>
  )
}
