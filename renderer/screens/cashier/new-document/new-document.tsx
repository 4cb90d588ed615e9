import { useForm } from '@mantine/form'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import { needsSupervisor, RefundApproval } from '../../../actions/refund-approval.tsx'
import { CommandButton } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { tillApiWith } from '../../../gateway/api.ts'
import { useMoneyRules } from '../../../gateway/shifts.ts'
import { useFaultSentence } from '../../../parts/authority-faults.tsx'
import { moneyText } from '../../../parts/figures.tsx'
import { focusNextOnEnter, withPreventDefault } from '../../../parts/forms.ts'
import { focusFirstFault } from '../../../parts/in-sight.ts'
import { PageTitle } from '../../../parts/section.tsx'
import { FormRefused, hasFaults, Notice, QueryState } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import { faultsByField, NoteTitle, WhatWasRefused } from './correcting.tsx'
import { isAsSent } from './correction.ts'
import { DocumentKindChoice, DocumentParts } from './document-parts.tsx'
import {
  type DraftKeeping,
  discardCopyAndOpenDraft,
  listDrafts,
  type OpenedDraft,
  openDraft,
  useKeepDraft,
} from './drafts.ts'
import { errorsByField, Faults, isNamedField, useErrorsInLanguage } from './faults.tsx'
import { faultsBeyondSale } from './given-amounts.ts'
import style from './new-document.module.css'
import { OtherTill, SavedState, Totals, useConfirmDoubt } from './side.tsx'
import { keepPaymentMethod } from './starting-draft.ts'
import { useTinDoubt } from './tin-check.tsx'
import { bodyWithCashRounding, totalsOf, withCash, withRemainingPayment } from './totals.ts'
import { type DocumentForm, type Draft, isNoteOfOurs, isPaymentOpen, missingParts } from './values.ts'

/**
 * A document made at the screen: if a till is down, for self-billed documents, and to correct a refused one. The
 * draft's id becomes the SALE_GUID, so a second press, or a try after a failure, makes no second document.
 */
export function NewDocument() {
  const { draft: id } = useParams({ from: '/new/$draft' })
  const [other, setOther] = useState<OpenedDraft | null>(null)
  const kept = useQuery({
    queryKey: ['draft', id],
    queryFn: () => openDraft(id),
    // Also not after a change of the language, or the form would begin again.
    staleTime: 'static',
    gcTime: 0,
    refetchOnMount: false,
  })
  // An empty draft that was lost with a reload of the page.
  if (kept.error instanceof GatewayProblem && kept.error.problem.code === 'record_not_found')
    return <Navigate to="/new" search replace />
  if (!kept.data) return <QueryState query={kept} />
  const opened = other ?? kept.data
  return (
    <Editor
      key={`${id} ${opened.seen}`}
      id={id}
      opened={opened}
      takeOther={async () => setOther(await discardCopyAndOpenDraft(id))}
    />
  )
}

interface EditorProps {
  readonly id: string
  readonly opened: OpenedDraft
  takeOther(): Promise<void>
}

function Editor({ id, opened, takeOther }: EditorProps) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const { draft } = opened
  const [nature, setNature] = useState<Omit<Draft, 'fields'>>(draft)
  const [isUnchanged, setIsUnchanged] = useState(false)
  const keeping = useKeepDraft(id, opened)
  const { corrects } = draft
  const guid = corrects?.guid ?? id
  const refused = faultsByField(corrects, useFaultSentence())
  const form: DocumentForm = useForm({
    mode: 'controlled',
    initialValues: draft.fields,
    initialErrors: refused,
    validate: (fields) => faultsBeyondSale({ ...nature, fields }, say),
    validateInputOnChange: true,
    onValuesChange: (fields) => keeping.keep({ ...nature, fields }),
  })
  const current = { ...nature, fields: form.values }
  const missing = Object.fromEntries(Object.entries(missingParts(current)).map(([at, word]) => [at, say(word)]))
  const rules = useMoneyRules(form.values.COMPANY_CODE)
  const { body: rounded, isTicked } = bodyWithCashRounding(current, guid, rules.rounds_cash)
  const body = withRemainingPayment(rounded, form.values)
  const totals = totalsOf(body)
  const currency = form.values.CURRENCY_CODE || 'MYR'
  const doubt = useConfirmDoubt(useTinDoubt(form, nature.family === 'sale' ? 'BUYER' : 'SUPPLIER'))
  const submit = useSubmit(guid, { draft: current, body, form, keeping, doubt, missing })
  const { error } = submit
  useErrorsInLanguage(form, { ...(!error && refused), ...faultsBeyondSale(current, say), ...missing })
  const send = () => {
    setIsUnchanged(isAsSent(current))
    if (form.validate().hasErrors) focusFirstFault()
    else if (!isAsSent(current) && !submit.isPending) submit.mutate({})
  }
  const { LINES } = form.values
  const isNothingTicked = LINES.every(({ isLeft }) => isLeft)
  // A note begins without lines if all of its original was given back.
  const blockReason = isNothingTicked ? say(LINES.length === 0 ? 'all_refunded' : 'no_line_yet') : null
  const command = { id: 'send', label: say('send'), icon: IconSend, blockReason, run: send }
  useOfferCommands([command])
  const become = (next: Omit<Draft, 'fields'>) => {
    setNature(next)
    form.clearErrors()
    keeping.keep({ ...next, fields: form.values })
  }
  const withoutBuyer = () => become({ ...nature, isConsolidated: true })
  return (
    <>
      {/* The keys come from the fields of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form className={style['screen']} noValidate onKeyDown={focusNextOnEnter} onSubmit={withPreventDefault(send)}>
        <div className={style['top']}>
          <Heading draft={current} />
          {corrects === null && <DocumentKindChoice nature={nature} become={become} isNote={isNoteOfOurs(current)} />}
          <BegunEarlier id={id} />
        </div>
        <div className={style['form']}>
          <OtherTill form={form} draft={current} />
          {corrects !== null && <WhatWasRefused correction={corrects} />}
          <DocumentParts form={form} nature={nature} become={become} isCorrecting={corrects !== null} body={body} />
        </div>
        <aside className={style['side']} aria-label={say('totals')}>
          {blockReason === null ? (
            <Totals
              totals={totals}
              currency={currency}
              of={nature}
              limit={rules.refund_limit}
              isRounded={isTicked}
              onRound={(isCash) => form.setFieldValue('PAYMENTS', withCash(form.values, isCash))}
            />
          ) : (
            <Notice tone="hint">{blockReason}</Notice>
          )}
          {!nature.isConsolidated && doubt.question}
          {isUnchanged && isAsSent(current) && <Notice tone="warning">{say('nothing_mended')}</Notice>}
          <FormRefused error={error} />
          <div className={style['send']} data-total={totals && moneyText(totals.payable, currency)}>
            <CommandButton command={command} variant="filled" size="lg" loading={submit.isPending} />
          </div>
          <Faults errors={form.errors} without={nature.kind === 'invoice' && withoutBuyer} />
          <SavedState keeping={keeping} takeOther={takeOther} leave={() => go({ to: '/sales', search: {} })} />
        </aside>
      </form>
      {totals && nature.kind === 'refund_note' && needsSupervisor(error) && (
        <RefundApproval
          refund={{ SALE_GUID: guid, TOTAL_PAYABLE: totals.payable, CURRENCY_CODE: currency }}
          onAllowed={submit.mutate}
          onClose={submit.reset}
        />
      )}
    </>
  )
}

function Heading({ draft }: { readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  if (draft.corrects !== null)
    return (
      <PageTitle>
        {say('correct')} · {sayStatus(draft.kind)} <bdi>{draft.fields.SALE_CODE}</bdi>
      </PageTitle>
    )
  const [original] = draft.fields.ORIGINALS
  if (original && isNoteOfOurs(draft)) return <NoteTitle kind={draft.kind} guid={original.SALE_GUID} />
  return <PageTitle>{say('title')}</PageTitle>
}

function BegunEarlier({ id }: { readonly id: string }) {
  const say = useWords(newDocumentWords)
  const drafts = useQuery({ queryKey: ['drafts', id], queryFn: listDrafts, gcTime: 0 })
  const count = drafts.data?.filter((draft) => draft.id !== id).length ?? 0
  if (count === 0) return null
  return (
    <Link className={style['begun'] ?? ''} to="/new" search={{ drafts: true }}>
      {say('begun_earlier', { count })}
    </Link>
  )
}

interface Submitted {
  readonly draft: Draft
  readonly body: Readonly<Record<string, unknown>>
  readonly form: DocumentForm
  readonly keeping: DraftKeeping
  readonly doubt: Pick<ReturnType<typeof useConfirmDoubt>, 'goes' | 'ask'>
  readonly missing: Readonly<Record<string, string>>
}

type Headers = Readonly<Record<string, string>>

const submitTo = ({ draft: { kind, family }, body }: Submitted, headers: Headers) =>
  tillApiWith(headers)(`${kind}.${family}.submit`, { body: body as never })

/**
 * Sends the document. If that fails or is refused, the form and the draft stay. Missing fields are told before the
 * person is asked about a doubt.
 */
function useSubmit(guid: string, submitted: Submitted) {
  const { draft, form, keeping, doubt, missing } = submitted
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const wasAsked = useRef(false)
  const askPayment = () => {
    wasAsked.current = true
    form.setErrors({ 'PAYMENTS.0.METHOD': say('no_payment_yet') })
    focusFirstFault()
  }
  return useMutation({
    mutationFn: async (headers: Headers) => {
      const isSure = draft.isConsolidated || (await doubt.goes())
      const ask = isSure ? isPaymentOpen(draft) && !wasAsked.current && askPayment : doubt.ask
      if (!ask) await submitTo(submitted, headers)
      else
        await submitTo(submitted, { prefer: 'handling=check-only' }).catch((error: unknown) => {
          const names = hasFaults(error) ? Object.keys(errorsByField(error, draft.fields.LINES)) : []
          if (names.some((name) => ask === askPayment || isNamedField(name))) throw error
        })
      return ask
    },
    onSuccess: async (ask) => {
      if (ask) return ask()
      keepPaymentMethod(draft)
      await keeping.finish()
      await go({ to: '/sales/$guid/done', params: { guid }, replace: true })
    },
    onError: (error) => {
      if (!hasFaults(error)) return
      form.setErrors({ ...errorsByField(error, draft.fields.LINES), ...missing })
      focusFirstFault()
    },
  })
}
