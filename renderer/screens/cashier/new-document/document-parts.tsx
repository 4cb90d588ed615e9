import { SegmentedControl, Text, Title } from '@mantine/core'
import { families, kinds } from '../../../../shared/domain/record.ts'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import { AmountField, CodeField, type DocumentForm, TextField } from './fields.tsx'
import { Lines } from './lines.tsx'
import style from './new-document.module.css'
import { Originals } from './originals.tsx'
import { Party } from './party.tsx'
import { Payments } from './payments.tsx'
import type { Draft } from './values.ts'

export interface NatureProps {
  readonly nature: Omit<Draft, 'fields'>
  become(nature: Omit<Draft, 'fields'>): void
}

interface PartsProps extends NatureProps {
  readonly form: DocumentForm
  /** Of a refused record: it stays the same sale. */
  readonly isCorrecting: boolean
}

/** Whose document it is, and of what kind. */
export function Nature({ nature, become }: NatureProps) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  return (
    <>
      <SegmentedControl
        aria-label={say('family')}
        value={nature.family}
        onChange={(family) => become({ ...nature, family, isConsolidated: false })}
        data={families.map((value) => ({ value, label: sayStatus(value) }))}
      />
      <SegmentedControl
        aria-label={say('kind')}
        value={nature.kind}
        onChange={(kind) => become({ ...nature, kind, isConsolidated: false })}
        data={kinds.map((value) => ({ value, label: sayStatus(value) }))}
      />
    </>
  )
}

/** The document itself, part by part. */
export function Parts({ form, nature, become, isCorrecting }: PartsProps) {
  const say = useWords(newDocumentWords)
  const isForeign = form.values.CURRENCY_CODE !== 'MYR' && form.values.CURRENCY_CODE !== ''
  return (
    <>
      <section className={style['part']} aria-label={say('which_sale')}>
        <Title order={2} size="h4">
          {say('which_sale')}
        </Title>
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
      </section>
      {nature.kind !== 'invoice' && (
        <section className={style['part']} aria-label={say('originals')}>
          <Title order={2} size="h4">
            {say('originals')}
          </Title>
          <Originals form={form} />
        </section>
      )}
      <section className={style['part']} aria-label={say(nature.family === 'sale' ? 'buyer' : 'supplier')}>
        <Title order={2} size="h4">
          {say(nature.family === 'sale' ? 'buyer' : 'supplier')}
        </Title>
        {nature.family === 'sale' && nature.kind === 'invoice' && !isCorrecting && (
          <SegmentedControl
            aria-label={say('buyer')}
            value={nature.isConsolidated ? 'nobody' : 'named'}
            onChange={(chosen) => become({ ...nature, isConsolidated: chosen === 'nobody' })}
            data={[
              { value: 'named', label: say('named_buyer') },
              { value: 'nobody', label: say('no_buyer') },
            ]}
          />
        )}
        {nature.isConsolidated ? (
          <Text>{say('no_buyer_next')}</Text>
        ) : (
          <Party form={form} side={nature.family === 'sale' ? 'BUYER' : 'SUPPLIER'} />
        )}
      </section>
      <section className={style['part']} aria-label={say('lines')}>
        <Title order={2} size="h4">
          {say('lines')}
        </Title>
        <Lines form={form} />
      </section>
      <section className={style['part']} aria-label={say('payments')}>
        <Title order={2} size="h4">
          {say('payments')}
        </Title>
        <Payments form={form} />
      </section>
    </>
  )
}
