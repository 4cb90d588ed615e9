import { Alert, Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowBackUp, IconInfoCircle, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import { issueEntries } from '../../../../shared/api/faults.ts'
import { conversionRequestSchema } from '../../../../shared/api/operator/consolidation.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { KeyHint } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { operator } from '../../../gateway/api.ts'
import { type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { focusNextOnEnter, withPreventDefault } from '../../../parts/forms.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { Awaiting, hasFaults, Notice, useErrorSentence } from '../../../parts/states.tsx'
import { conversionWords } from '../../../words/conversion.ts'
import { currentLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { shellWords } from '../../../words/shell.ts'
import { errorsByField } from '../new-document/check.ts'
import { Faults } from '../new-document/faults.tsx'
import type { DocumentForm } from '../new-document/form.ts'
import { Party } from '../new-document/party.tsx'
import { useDoubt } from '../new-document/side.tsx'
import { useIsMismatch } from '../new-document/tin-check.tsx'
import { bodyOf, type DocumentFields, emptyDraft } from '../new-document/values.ts'
import style from './conversion.module.css'

/** For a buyer who asks later: a waiting receipt becomes an e-invoice of its own. */
export function ConversionScreen() {
  const { guid } = useParams({ from: '/sales/$guid/buyer' })
  const shown = useRecord(guid)
  // A half-filled form stays if the gateway was away for a moment.
  if (!shown.data) return <Awaiting query={shown} />
  const { conversion } = shown.data
  return conversion?.blockReason === null ? <Form shown={shown.data} /> : <TooLate shown={shown.data} />
}

function Form({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const language = useLanguage()
  const sentenceOf = useErrorSentence()
  const { SALE_GUID: guid, COMPANY_CODE } = shown.record
  const form: DocumentForm = useForm({ mode: 'controlled', initialValues: { ...emptyDraft.fields, COMPANY_CODE } })
  const convert = useConvert(guid, form)
  const doubt = useDoubt(useIsMismatch(form, 'BUYER') ? 'tin_mismatch' : null)
  const send = () => {
    const errors = checkBuyer(buyerOf(form.getValues()), language)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0 || convert.isPending) return
    if (doubt.goes) convert.mutate()
    else doubt.ask()
  }
  useOfferCommands([{ id: 'send', run: send }])
  return (
    // The keys come from the fields of the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={style['screen']} noValidate onKeyDown={focusNextOnEnter} onSubmit={withPreventDefault(send)}>
      <PageTitle>{say('title')}</PageTitle>
      <AskedSale shown={shown} />
      <section className={style['part']} aria-label={say('buyer')}>
        <Party form={form} side="BUYER" />
      </section>
      <div className={style['end']}>
        <Faults errors={form.errors} />
        {doubt.question}
        {convert.isError && !hasFaults(convert.error) && <Notice tone="bad">{sentenceOf(convert.error)}</Notice>}
        <Text className="quiet">{say('what_happens')}</Text>
        <Button
          type="submit"
          size="lg"
          data-command="send"
          leftSection={<IconSend size={22} aria-hidden />}
          rightSection={<KeyHint id="send" />}
          loading={convert.isPending}
        >
          {say('send')}
        </Button>
      </div>
    </form>
  )
}

/**
 * The gateway takes the receipt out of consolidation and keeps the new revision in one step. If it refuses, the form
 * stays.
 */
function useConvert(guid: string, form: DocumentForm) {
  const go = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      operator('convertRecord', { params: { guid }, body: { BUYER: buyerOf(form.getValues()) as never } }),
    onSuccess: async () => {
      await go({ to: '/sales/$guid', params: { guid }, replace: true })
      await queries.invalidateQueries({ queryKey: ['record', guid] })
    },
    onError: (error) => {
      if (error instanceof GatewayProblem)
        form.setErrors(errorsByField(error.problem.errors, { language: currentLanguage() }))
    },
  })
}

/** The buyer as a till would send one, without the empty fields. */
const buyerOf = (fields: DocumentFields): unknown => bodyOf({ ...emptyDraft, fields }, '')['BUYER'] ?? {}

/** @returns what the gateway would refuse, by the field's address in the form. Codes are checked only by the gateway */
function checkBuyer(BUYER: unknown, language: Language): Readonly<Record<string, string>> {
  const body = { BUYER }
  const parsed = conversionRequestSchema.safeParse(body)
  return parsed.success ? {} : errorsByField(issueEntries(parsed.error.issues, body), { language })
}

/** Says why no e-invoice is possible any more, and leads to what is possible instead. */
function TooLate({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const sayShell = useWords(shellWords)
  return (
    <div className={style['screen']}>
      <PageTitle>{say('title')}</PageTitle>
      <AskedSale shown={shown} />
      {/* Mantine's orange title has too little contrast. */}
      <Alert color="orange" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
        <b>{say('not_possible')}</b>
        <br />
        {shown.conversion?.blockReason ?? say('no_receipt')}
      </Alert>
      <div>
        <Button
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/sales/$guid" params={{ guid: shown.record.SALE_GUID }} />}
        >
          {sayShell('back')}
        </Button>
      </div>
    </div>
  )
}

/** The sale, to be compared with the receipt in the buyer's hand. */
function AskedSale({ shown: { record } }: { readonly shown: RecordDetail }) {
  return (
    <Text className={style['sale'] ?? ''}>
      <bdi>{record.SALE_CODE}</bdi> · <bdi>{record.OUTLET_NAME}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi> ·{' '}
      <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withDay />
      <strong>
        <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </strong>
    </Text>
  )
}
