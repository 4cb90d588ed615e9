import { Group, Input } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { AmountField, CodeField } from '../../../parts/fields.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { RemoveEntry } from './remove-entry.tsx'
import { type Body, type DocumentForm, emptyPayment } from './values.ts'

/** The payments, one or more. @param body as it is sent: a payment without an amount has the rest there */
export function Payments({ form, body }: { readonly form: DocumentForm; readonly body: Body }) {
  const sent = (body['PAYMENTS'] ?? []) as readonly { readonly AMOUNT?: string }[]
  const say = useWords(newDocumentWords)
  return (
    <>
      {form.getValues().PAYMENTS.map((_, at) => (
        // A payment has no id, so its index is the key.
        <Group key={at} align="flex-end" wrap="nowrap">
          <CodeField
            form={form}
            at={`PAYMENTS.${at}.METHOD`}
            label={say('METHOD')}
            list="payment_method"
            isRequired={false}
          />
          <AmountField
            form={form}
            at={`PAYMENTS.${at}.AMOUNT`}
            label={say('amount')}
            placeholder={sent[at]?.AMOUNT ?? ''}
          />
          <RemoveEntry form={form} list="PAYMENTS" at={at} label={say('remove_payment', { number: at + 1 })} />
        </Group>
      ))}
      <Input.Error>{form.errors['PAYMENTS']}</Input.Error>
      <Secondary icon={IconPlus} onClick={() => form.insertListItem('PAYMENTS', emptyPayment)}>
        {say('add_payment')}
      </Secondary>
    </>
  )
}
