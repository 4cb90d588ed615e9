import { Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CommandButton } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { operator } from '../../../gateway/api.ts'
import { type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { BackButton } from '../../../parts/back-button.tsx'
import { Money, Time } from '../../../parts/figures.tsx'
import { focusNextOnEnter, withPreventDefault } from '../../../parts/forms.ts'
import { focusFirstFault } from '../../../parts/in-sight.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { FormRefused, Notice, QueryState } from '../../../parts/states.tsx'
import { conversionWords } from '../../../words/conversion.ts'
import { useWords } from '../../../words/language.ts'
import { errorsByField, Faults, useErrorsInLanguage } from '../new-document/faults.tsx'
import { Party } from '../new-document/party.tsx'
import { useConfirmDoubt } from '../new-document/side.tsx'
import { useTinDoubt } from '../new-document/tin-check.tsx'
import { bodyOf, type DocumentFields, type DocumentForm, emptyDraft } from '../new-document/values.ts'
import style from './conversion.module.css'

/** For a buyer who asks later: a waiting receipt becomes an e-invoice of its own. */
export function ConversionScreen() {
  const { guid } = useParams({ from: '/sales/$guid/buyer' })
  const shown = useRecord(guid)
  // A half-filled form stays if the gateway was away for a moment.
  return shown.data ? <Form shown={shown.data} /> : <QueryState query={shown} />
}

function Form({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const go = useNavigate()
  const { record } = shown
  const { SALE_GUID: guid, COMPANY_CODE } = record
  const form: DocumentForm = useForm({ mode: 'controlled', initialValues: { ...emptyDraft.fields, COMPANY_CODE } })
  useErrorsInLanguage(form)
  const doubt = useConfirmDoubt(useTinDoubt(form, 'BUYER'))
  const convert = useConvert(guid, form, doubt)
  const send = () => convert.isPending || convert.mutate()
  const command = { id: 'send', label: say('send'), icon: IconSend, run: send }
  useOfferCommands([command])
  return (
    // The keys come from the fields of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={style['screen']} noValidate onKeyDown={focusNextOnEnter} onSubmit={withPreventDefault(send)}>
      <PageTitle>{say('title')}</PageTitle>
      {/* To be compared with the receipt in the buyer's hand. */}
      <Text className={style['sale'] ?? ''}>
        <bdi>{record.SALE_CODE}</bdi> · <bdi>{record.OUTLET_NAME}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi> ·{' '}
        <Time instant={record.ISSUED_AT} company={COMPANY_CODE} withDay />
        <strong>
          <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
        </strong>
      </Text>
      <section className={style['part']} aria-label={say('BUYER')}>
        <Party form={form} side="BUYER" isFirst />
      </section>
      <div className={style['end']}>
        <Faults errors={form.errors} />
        {/* A consolidation may take the receipt while the form is filled in. */}
        {convert.isIdle && shown.conversion?.blockReason && (
          <Notice tone="warning">{shown.conversion.blockReason}</Notice>
        )}
        {doubt.question}
        <FormRefused error={convert.error} />
        <Text className="quiet">{say('what_happens')}</Text>
        <Group gap="sm">
          <CommandButton command={command} variant="filled" size="lg" loading={convert.isPending} />
          <BackButton onBack={() => void go({ to: '/sales/$guid', params: { guid } })} />
        </Group>
      </div>
    </form>
  )
}

/**
 * The gateway takes the receipt out of consolidation and keeps the new revision in one step. If it refuses, the form
 * stays.
 */
function useConvert(guid: string, form: DocumentForm, doubt: ReturnType<typeof useConfirmDoubt>) {
  const go = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await doubt.goes()) &&
      operator('convertRecord', { params: { guid }, body: { BUYER: buyerOf(form.getValues()) as never } }),
    onSuccess: async (converted) => {
      if (!converted) return doubt.ask()
      // The result must not show the receipt of before.
      await queries.invalidateQueries({ queryKey: ['record', guid] })
      await go({ to: '/sales/$guid/done', params: { guid }, replace: true })
    },
    onError: (error) => {
      form.setErrors(errorsByField(error))
      focusFirstFault()
    },
  })
}

/** The buyer as a till would send one, without the empty fields. */
const buyerOf = (fields: DocumentFields): unknown => bodyOf({ ...emptyDraft, fields }, '')['BUYER']
