import { Alert, Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconArrowBackUp, IconInfoCircle, IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import { entriesOf } from '../../../../shared/api/faults.ts'
import { conversionAsk } from '../../../../shared/api/operator/consolidation.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { KeyOf } from '../../../commands/command-button.tsx'
import { useOffer } from '../../../commands/commands.ts'
import { operator } from '../../../gateway/api.ts'
import { type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { goOnAtEnter, preventing } from '../../../parts/forms.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { Awaiting, hasFaults, Notice, useSentence } from '../../../parts/states.tsx'
import { conversionWords } from '../../../words/conversion.ts'
import { currentLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { shellWords } from '../../../words/shell.ts'
import { errorsBy } from '../new-document/check.ts'
import { Faults } from '../new-document/faults.tsx'
import type { DocumentForm } from '../new-document/form.ts'
import { Party } from '../new-document/party.tsx'
import { useDoubt } from '../new-document/side.tsx'
import { useIsMismatch } from '../new-document/tin-check.tsx'
import { bodyOf, type DocumentFields, emptyDraft } from '../new-document/values.ts'
import style from './conversion.module.css'

/** The buyer asks later: a receipt that waits becomes an e-invoice of its own, for a named buyer. */
export function ConversionScreen() {
  const { guid } = useParams({ from: '/sales/$guid/buyer' })
  const shown = useRecord(guid)
  // Half a form is not thrown away because the gateway was away for a moment.
  if (!shown.data) return <Awaiting query={shown} />
  const { conversion } = shown.data
  return conversion?.hindrance === null ? <Form shown={shown.data} /> : <TooLate shown={shown.data} />
}

function Form({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const language = useLanguage()
  const sentenceOf = useSentence()
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
  useOffer([{ id: 'send', run: send }])
  return (
    // What is heard are the keys of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form className={style['screen']} noValidate onKeyDown={goOnAtEnter} onSubmit={preventing(send)}>
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
          rightSection={<KeyOf id="send" />}
          loading={convert.isPending}
        >
          {say('send')}
        </Button>
      </div>
    </form>
  )
}

/** Taken out of consolidation and kept as a new revision in one step; if it is refused, the form stays. */
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
        form.setErrors(errorsBy(error.problem.errors, { language: currentLanguage() }))
    },
  })
}

/** The buyer as a till would send one: what was left empty is absent. */
const buyerOf = (fields: DocumentFields): unknown => bodyOf({ ...emptyDraft, fields }, '')['BUYER'] ?? {}

/** @returns by the field's address in the form, what the gateway would refuse; codes it judges itself */
function checkBuyer(BUYER: unknown, language: Language): Readonly<Record<string, string>> {
  const body = { BUYER }
  const parsed = conversionAsk.safeParse(body)
  return parsed.success ? {} : errorsBy(entriesOf(parsed.error.issues, body), { language })
}

/** Why it cannot be any more, in the gateway's words; the sale has what there is instead. */
function TooLate({ shown }: { readonly shown: RecordDetail }) {
  const say = useWords(conversionWords)
  const sayShell = useWords(shellWords)
  return (
    <div className={style['screen']}>
      <PageTitle>{say('title')}</PageTitle>
      <AskedSale shown={shown} />
      {/* The kit's orange title is too pale to be read by all. */}
      <Alert color="orange" variant="light" role="alert" icon={<IconInfoCircle aria-hidden />}>
        <b>{say('not_possible')}</b>
        <br />
        {shown.conversion?.hindrance ?? say('no_receipt')}
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

/** Which sale it is, to be compared with the slip in the buyer's hand. */
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
