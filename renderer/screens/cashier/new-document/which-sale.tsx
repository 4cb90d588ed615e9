import { Button, Group, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../gateway/session.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { AmountField, CodeField, type DocumentForm, TextField } from './fields.tsx'
import style from './new-document.module.css'

const keys = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME', 'SHIFT_CODE', 'SALE_CODE'] as const
const others = ['DOCUMENT_NUMBER', 'CURRENCY_CODE', 'EXCHANGE_RATE'] as const

interface WhichSaleProps {
  readonly form: DocumentForm
  readonly isCorrecting: boolean
}

/** Where it is sold and under which code: known, so a line of it is enough, until something of it is wrong. */
export function WhichSale({ form, isCorrecting }: WhichSaleProps) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const mayChangeTill = useMay('void')
  const [isOpen, setIsOpen] = useState(false)
  const { values } = form
  const isForeign = values.CURRENCY_CODE !== 'MYR' && values.CURRENCY_CODE !== ''
  const hasFault = [...keys, ...others].some((at) => at in form.errors)
  // It stays open: a fault is gone at the first letter that mends it, and the rest of them is typed here.
  if (hasFault && !isOpen) setIsOpen(true)
  const isShown = isOpen || isForeign || isCorrecting
  const { COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE, SALE_CODE } = values
  return (
    <section className={style['part']} aria-label={say('which_sale')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {say('which_sale')}
        </Title>
        {!isShown && <Secondary onClick={() => setIsOpen(true)}>{say('change')}</Secondary>}
      </Group>
      {!isShown && (
        <p>
          <bdi>{[COMPANY_CODE, OUTLET_NAME, TERMINAL_NAME, SHIFT_CODE, SALE_CODE].filter(Boolean).join(' · ')}</bdi>
        </p>
      )}
      {isShown && (
        <div className={style['keys']}>
          <TextField form={form} at="COMPANY_CODE" label={say('company')} isRequired readOnly={isCorrecting} />
          <TextField form={form} at="OUTLET_NAME" label={say('outlet')} isRequired readOnly={isCorrecting} />
          <TextField form={form} at="TERMINAL_NAME" label={say('terminal')} isRequired readOnly={isCorrecting} />
          <TextField form={form} at="SHIFT_CODE" label={say('shift')} isRequired readOnly={isCorrecting} />
          <TextField
            form={form}
            at="SALE_CODE"
            label={say('sale_code')}
            className={style['wide'] ?? ''}
            isRequired
            readOnly={isCorrecting}
          />
          <TextField form={form} at="DOCUMENT_NUMBER" label={say('document_number')} />
          <CodeField form={form} at="CURRENCY_CODE" label={say('currency')} list="currency" isRequired />
          {isForeign && <AmountField form={form} at="EXCHANGE_RATE" label={say('rate')} isRequired />}
        </div>
      )}
      {isShown && mayChangeTill && !isCorrecting && (
        <Button variant="subtle" onClick={() => void go({ to: '/till' })}>
          {say('change_till')}
        </Button>
      )}
    </section>
  )
}
