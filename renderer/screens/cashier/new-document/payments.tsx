import { ActionIcon, Group } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { AmountField, CodeField } from '../../../parts/fields.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { DocumentForm } from './form.ts'
import { noPayment } from './values.ts'

/** How it was paid, in as many parts as it was. */
export function Payments({ form }: { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  return (
    <>
      {form.getValues().PAYMENTS.map((_, at) => (
        // A part has no name but its place.
        <Group key={at} align="flex-end" wrap="nowrap">
          <CodeField form={form} at={`PAYMENTS.${at}.METHOD`} label={say('payment_method')} list="payment_method" />
          <AmountField form={form} at={`PAYMENTS.${at}.AMOUNT`} label={say('amount')} isRequired />
          <ActionIcon
            variant="default"
            aria-label={say('remove_payment', { number: at + 1 })}
            onClick={() => form.removeListItem('PAYMENTS', at)}
          >
            <IconTrash size={22} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Secondary icon={IconPlus} onClick={() => form.insertListItem('PAYMENTS', noPayment)}>
        {say('add_payment')}
      </Secondary>
    </>
  )
}
