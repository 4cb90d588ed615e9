import { Autocomplete, Button, Group, Input, SegmentedControl, Text, Title } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { families, kinds } from '../../../../shared/domain/record.ts'
import { takeTyped } from '../../../commands/scanner.ts'
import { useMay } from '../../../gateway/session.ts'
import { placeNamesAt, useTills } from '../../../gateway/shifts.ts'
import { AmountField, CodeField, TextField } from '../../../parts/fields.tsx'
import { focusFirstFault } from '../../../parts/in-sight.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Section } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import { Lines, RemoveEntry } from './lines.tsx'
import style from './new-document.module.css'
import { Party } from './party.tsx'
import { type Body, type DocumentForm, type Draft, emptyOriginal, emptyPayment, isNoteOfOurs } from './values.ts'

interface NatureProps {
  readonly nature: Omit<Draft, 'fields'>
  become(nature: Omit<Draft, 'fields'>): void
}

interface PartsProps extends NatureProps {
  readonly form: DocumentForm
  /** For a refused record, which keeps its sale code. */
  readonly isCorrecting: boolean
  readonly body: Body
}

/**
 * Family and kind of the document, and whether it has a buyer.
 * @param isNote for a note on a document kept here: only notes of its family can be chosen
 */
export function DocumentKindChoice({ nature, become, isNote }: NatureProps & { readonly isNote: boolean }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  const { family, kind } = nature
  return (
    <details className={style['more']} {...(!isNote && (kind !== 'invoice' || family !== 'sale') && { open: true })}>
      <summary>{say(isNote ? 'other_note' : 'other_kind')}</summary>
      {!isNote && (
        <SegmentedControl
          aria-label={say('family')}
          value={family}
          onChange={(chosen) => become({ ...nature, family: chosen, isConsolidated: false })}
          data={families.map((value) => ({ value, label: sayStatus(value) }))}
        />
      )}
      <SegmentedControl
        aria-label={say('kind')}
        value={kind}
        onChange={(chosen) => become({ ...nature, kind: chosen, isConsolidated: isNote && nature.isConsolidated })}
        data={kinds
          .filter((value) => !isNote || value !== 'invoice')
          .map((value) => ({ value, label: sayStatus(value) }))}
      />
      {(['credit_note', 'debit_note', 'refund_note'] as const).map((each) => (
        <Text key={each} size="sm">
          {say(`${each}_means`)}
        </Text>
      ))}
    </details>
  )
}

export function DocumentParts({ form, nature, become, isCorrecting, body }: PartsProps) {
  const say = useWords(newDocumentWords)
  const isNote = nature.kind !== 'invoice'
  const isRefund = nature.kind === 'refund_note'
  const isOfSale = nature.family === 'sale'
  // A cashier begins with the first line, also after a click in the menu. A correction begins at its first fault.
  const begin = useCallbackRef(() => {
    if (isCorrecting) return focusFirstFault()
    // At once, so that what was typed before and what is typed now stay together.
    const isElsewhere = document.activeElement?.closest('main, [role=dialog]')
    if (!isElsewhere) document.querySelector<HTMLElement>('form [data-at^="LINES"]')?.focus()
    const typed = takeTyped()
    if (typed) form.setFieldValue('LINES.0.DESCRIPTION', typed)
  })
  useEffect(begin, [begin])
  return (
    <>
      {/* The heading names a sale that is kept here. */}
      {isNote && !isNoteOfOurs({ ...nature, fields: form.getValues() }) && (
        <Section className={style['part']} title={say('originals')}>
          <Originals form={form} />
        </Section>
      )}
      <Section className={style['part']} title={say(isRefund ? 'what_is_given_back' : 'what_was_sold')}>
        <Lines form={form} />
      </Section>
      <Section
        className={style['part']}
        title={say(isOfSale && isRefund ? 'given_back_to' : isOfSale ? 'BUYER' : 'SUPPLIER')}
      >
        {isOfSale && nature.kind === 'invoice' && (
          <SegmentedControl
            aria-label={say('BUYER')}
            value={nature.isConsolidated ? 'public' : 'named'}
            onChange={(chosen) => become({ ...nature, isConsolidated: chosen === 'public' })}
            data={[
              { value: 'named', label: say('named_buyer') },
              { value: 'public', label: say('no_buyer') },
            ]}
          />
        )}
        {nature.isConsolidated ? (
          <Text>{say(isNote ? 'note_without_buyer' : 'no_buyer_next')}</Text>
        ) : (
          <Party form={form} side={isOfSale ? 'BUYER' : 'SUPPLIER'} />
        )}
      </Section>
      <Section className={style['part']} title={say(isRefund ? 'paid_back' : 'payments')}>
        <Payments form={form} body={body} />
      </Section>
      <SaleIdentityFields form={form} isCorrecting={isCorrecting} />
    </>
  )
}

/** The payments, one or more. @param body as it is sent: a payment without an amount has the rest there */
function Payments({ form, body }: { readonly form: DocumentForm; readonly body: Body }) {
  const sent = (body['PAYMENTS'] ?? []) as readonly { readonly AMOUNT?: string }[]
  const say = useWords(newDocumentWords)
  const { PAYMENTS, PAYMENT_METHOD } = form.getValues()
  const method = { form, label: say('METHOD'), list: 'payment_method', isRequired: false } as const
  if (PAYMENT_METHOD !== undefined) return <CodeField {...method} at="PAYMENT_METHOD" />
  return (
    <>
      {PAYMENTS.map((_, at) => (
        <Group key={at} align="flex-end" wrap="nowrap">
          <CodeField {...method} at={`PAYMENTS.${at}.METHOD`} />
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

const keys = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME', 'SHIFT_CODE', 'SALE_CODE'] as const
const places = [...keys, 'DOCUMENT_NUMBER', 'CURRENCY_CODE', 'EXCHANGE_RATE'] as const

/** Outlet, till, shift and sale code. They are known, so they are shown as one line until one is faulty. */
function SaleIdentityFields({ form, isCorrecting }: Pick<PartsProps, 'form' | 'isCorrecting'>) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const mayChangeTill = useMay('void')
  const [isOpen, setIsOpen] = useState(false)
  const { values } = form
  const tills = useTills().data ?? []
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
            <Autocomplete
              {...form.getInputProps(at)}
              key={at}
              data-at={at}
              label={say(at)}
              className={at === 'SALE_CODE' ? (style['wide'] ?? '') : ''}
              withAsterisk
              readOnly={isCorrecting}
              data={placeNamesAt(tills, at, values.OUTLET_NAME).filter((name) => name !== values[at])}
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

/** The originals of a note that begins without a sale kept here, by number (`NA` if older than e-invoices). */
function Originals({ form }: { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  const originals = form.getValues().ORIGINALS
  return (
    <>
      {originals.map((_, at) => (
        <div key={at} className={style['original']}>
          <TextField form={form} at={`ORIGINALS.${at}.DOCUMENT_NUMBER`} label={say('DOCUMENT_NUMBER')} isRequired />
          <TextField
            form={form}
            at={`ORIGINALS.${at}.AUTHORITY_UUID`}
            label={say('original_uuid')}
            description={say('original_uuid_hint')}
            isRequired
          />
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
