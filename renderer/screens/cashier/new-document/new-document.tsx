import { Alert, Button, SegmentedControl, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallbackRef } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { GatewayProblem } from '../../../../shared/catalogue/call.ts'
import { families, kinds } from '../../../../shared/domain/record.ts'
import type { Command } from '../../../commands/command.ts'
import { useOffer } from '../../../commands/commands.tsx'
import { gateway, operator } from '../../../gateway/api.ts'
import { Money } from '../../../parts/figures.tsx'
import { preventing } from '../../../parts/preventing.ts'
import { Failed, Loading, useSentence } from '../../../parts/states.tsx'
import { currentLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import { type CheckedDraft, checkDraft, errorsBy } from './check.ts'
import { draftFrom, finishDraft, useKeepDraft } from './drafts.ts'
import { AmountField, CodeField, type DocumentForm, TextField } from './fields.tsx'
import { Lines } from './lines.tsx'
import style from './new-document.module.css'
import { Originals } from './originals.tsx'
import { Party } from './party.tsx'
import { Payments } from './payments.tsx'
import { bodyOf, type Draft } from './values.ts'

/**
 * A document made at the screen: for a till that is down, and for self-billed ones. The draft's id becomes the
 * SALE_GUID, so that pressing twice, or again after a failure, makes one document.
 */
export function NewDocument() {
  const { draft: id } = useParams({ from: '/new/$draft' })
  const kept = useQuery({
    queryKey: ['draft', id],
    queryFn: () => operator('draft', { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (kept.isPending) return <Loading />
  if (kept.isError) return <Failed error={kept.error} retry={() => void kept.refetch()} />
  return <Editor key={id} id={id} draft={draftFrom(kept.data.body)} />
}

function Editor({ id, draft }: { readonly id: string; readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const language = useLanguage()
  const sentenceOf = useSentence()
  const [nature, setNature] = useState<Omit<Draft, 'fields'>>(draft)
  const keep = useKeepDraft(id)
  const form: DocumentForm = useForm({
    mode: 'controlled',
    initialValues: draft.fields,
    onValuesChange: (fields) => keep({ ...nature, fields }),
  })
  const current = { ...nature, fields: form.values }
  const body = bodyOf(current, id)
  const checked = checkDraft(current, body, language)
  const submit = useMutation({
    mutationFn: () => gateway(`${nature.kind}.${nature.family}.submit`, { body: body as never }),
    onSuccess: async () => {
      await finishDraft(id)
      await go({ to: '/sales/$guid', params: { guid: id }, replace: true })
    },
    onError: (error) => {
      if (error instanceof GatewayProblem) form.setErrors(errorsBy(error.problem.errors ?? [], currentLanguage()))
    },
  })
  const send = useCallbackRef(() => {
    form.setErrors(checked.errors)
    if (Object.keys(checked.errors).length === 0 && !submit.isPending) submit.mutate()
  })
  useOffer(useSendCommand(send))
  const become = (next: Omit<Draft, 'fields'>) => {
    setNature(next)
    form.clearErrors()
    keep({ ...next, fields: form.values })
  }
  return (
    <form className={style['screen']} noValidate onSubmit={preventing(send)}>
      <div className={style['top']}>
        <Title order={1} size="h2">
          {say('title')}
        </Title>
        <Nature nature={nature} become={become} />
      </div>
      <div className={style['form']}>
        <Parts form={form} nature={nature} become={become} />
      </div>
      <aside className={style['side']} aria-label={say('totals')}>
        <Totals checked={checked} currency={form.values.CURRENCY_CODE || 'MYR'} />
        <Faults errors={form.errors} />
        {submit.isError && (
          <Alert color="red" variant="light" role="alert">
            {sentenceOf(submit.error)}
          </Alert>
        )}
        <Button type="submit" size="lg" leftSection={<IconSend size={22} aria-hidden />} loading={submit.isPending}>
          {say('send')}
        </Button>
        <Text size="sm" className="quiet">
          {say('kept')}
        </Text>
      </aside>
    </form>
  )
}

function useSendCommand(send: () => void): readonly Command[] {
  const say = useWords(newDocumentWords)
  return useMemo(
    () => [
      {
        id: 'send',
        key: 'F9',
        label: say('send'),
        icon: <IconSend size={20} aria-hidden />,
        run: send,
      },
    ],
    [say, send],
  )
}

interface NatureProps {
  readonly nature: Omit<Draft, 'fields'>
  become(nature: Omit<Draft, 'fields'>): void
}

function Nature({ nature, become }: NatureProps) {
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

function Parts({ form, nature, become }: NatureProps & { readonly form: DocumentForm }) {
  const say = useWords(newDocumentWords)
  const isForeign = form.values.CURRENCY_CODE !== 'MYR' && form.values.CURRENCY_CODE !== ''
  return (
    <>
      <section className={style['part']} aria-label={say('which_sale')}>
        <Title order={2} size="h4">
          {say('which_sale')}
        </Title>
        <div className={style['keys']}>
          <TextField form={form} at="COMPANY_CODE" label={say('company')} isRequired />
          <TextField form={form} at="OUTLET_NAME" label={say('outlet')} isRequired />
          <TextField form={form} at="TERMINAL_NAME" label={say('terminal')} isRequired />
          <TextField form={form} at="SHIFT_CODE" label={say('shift')} isRequired />
          <TextField form={form} at="SALE_CODE" label={say('sale_code')} isRequired />
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
        {nature.family === 'sale' && nature.kind === 'invoice' && (
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

function Totals({ checked, currency }: { readonly checked: CheckedDraft; readonly currency: string }) {
  const say = useWords(newDocumentWords)
  const { totals } = checked
  if (totals === null) return <Text className="quiet">{say('no_totals')}</Text>
  return (
    <div aria-live="polite">
      <p className={style['sum']}>
        <span>{say('excluding_tax')}</span>
        <Money amount={totals.excludingTax} currency={currency} />
      </p>
      <p className={style['sum']}>
        <span>{say('tax')}</span>
        <Money amount={totals.tax} currency={currency} />
      </p>
      <p className={`${style['sum'] ?? ''} ${style['payable'] ?? ''}`}>
        <span>{say('payable')}</span>
        <Money amount={totals.payable} currency={currency} />
      </p>
    </div>
  )
}

/** Each fault stands at its field; here is how many there are, for who does not see the field. */
function Faults({ errors }: { readonly errors: Readonly<Record<string, unknown>> }) {
  const say = useWords(newDocumentWords)
  const count = Object.keys(errors).length
  if (count === 0) return null
  return (
    <Alert color="red" variant="light" role="alert">
      {say('faults', { count })}
    </Alert>
  )
}
