import { Button, Group, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../gateway/session.ts'
import { AmountField, CodeField, TextField } from '../../../parts/fields.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import style from './new-document.module.css'
import type { DocumentForm } from './values.ts'

const keys = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME', 'SHIFT_CODE', 'SALE_CODE'] as const
const places = [...keys, 'DOCUMENT_NUMBER', 'CURRENCY_CODE', 'EXCHANGE_RATE'] as const

interface WhichSaleProps {
  readonly form: DocumentForm
  readonly isCorrecting: boolean
}

/** Outlet, till, shift and sale code. They are known, so they are shown as one line until one is faulty. */
export function SaleIdentityFields({ form, isCorrecting }: WhichSaleProps) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const mayChangeTill = useMay('void')
  const [isOpen, setIsOpen] = useState(false)
  const { values } = form
  const isForeign = values.CURRENCY_CODE !== 'MYR' && values.CURRENCY_CODE !== ''
  const hasFault = places.some((at) => at in form.errors)
  // Once opened it stays open: the fault is gone with the first typed letter, and the person types on.
  if (hasFault && !isOpen) setIsOpen(true)
  const isShown = isOpen || isForeign || isCorrecting
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
          <bdi>{keys.flatMap((at) => values[at] || []).join(' · ')}</bdi>
        </p>
      )}
      {isShown && (
        <div className={style['keys']}>
          {keys.map((at) => (
            <TextField
              key={at}
              form={form}
              at={at}
              label={say(at)}
              className={at === 'SALE_CODE' ? (style['wide'] ?? '') : ''}
              isRequired
              readOnly={isCorrecting}
            />
          ))}
          <TextField form={form} at="DOCUMENT_NUMBER" label={say('DOCUMENT_NUMBER')} />
          <CodeField form={form} at="CURRENCY_CODE" label={say('CURRENCY_CODE')} list="currency" />
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
