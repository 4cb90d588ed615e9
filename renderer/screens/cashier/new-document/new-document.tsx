import { Button, Checkbox, Group, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallbackRef } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { GatewayProblem } from '../../../../shared/api/call.ts'
import { useRefundApproval } from '../../../actions/refund-approval.tsx'
import { KeyHint } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { gatewayWith } from '../../../gateway/api.ts'
import { useRoundsCash } from '../../../gateway/shifts.ts'
import { useFaultSentence } from '../../../parts/authority-faults.tsx'
import { focusNextOnEnter, withPreventDefault } from '../../../parts/forms.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { Awaiting, hasFaults, Notice, useErrorSentence } from '../../../parts/states.tsx'
import { currentLanguage, onLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { bodyWithCashRounding, checkDraft, errorsByField, withRemainingPayment } from './check.ts'
import { CorrectionTitle, faultsByField, useFirstFault, WhatWasRefused } from './correcting.tsx'
import { isAsSent } from './correction.ts'
import { DocumentParts, KindFields } from './document-parts.tsx'
import { type DraftKeeping, listDrafts, type OpenedDraft, openDraft, openSavedDraft, useKeepDraft } from './drafts.ts'
import { Faults } from './faults.tsx'
import type { DocumentForm } from './form.ts'
import style from './new-document.module.css'
import { NoteTitle, useIsTooMuch } from './note.tsx'
import { SavedState, Totals, useDoubt } from './side.tsx'
import { useIsMismatch } from './tin-check.tsx'
import type { Draft } from './values.ts'

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
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
  // An empty draft that was lost with a reload of the page.
  if (kept.error instanceof GatewayProblem && kept.error.problem.code === 'record_not_found')
    return <Navigate to="/new" search={{}} replace />
  if (!kept.data) return <Awaiting query={kept} />
  const opened = other ?? kept.data
  return (
    <Editor
      key={`${id} ${opened.seen}`}
      id={id}
      opened={opened}
      takeOther={async () => setOther(await openSavedDraft(id))}
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
  const language = useLanguage()
  const sentenceOf = useErrorSentence()
  const { draft } = opened
  const [nature, setNature] = useState<Omit<Draft, 'fields'>>(draft)
  const [isUnchanged, setIsUnchanged] = useState(false)
  const [refusals, setRefusals] = useState(draft.corrects === null ? 0 : 1)
  const keeping = useKeepDraft(id, opened)
  const { corrects } = draft
  const form: DocumentForm = useForm({
    mode: 'controlled',
    initialValues: draft.fields,
    initialErrors: faultsByField(corrects, useFaultSentence()),
    onValuesChange: (fields) => keeping.keep({ ...nature, fields }),
  })
  const frame = useFirstFault(refusals)
  const current = { ...nature, fields: form.values }
  const roundsCash = useRoundsCash(form.values.COMPANY_CODE)
  const { body: rounded, isTicked } = bodyWithCashRounding(current, corrects?.guid ?? id, roundsCash)
  const body = withRemainingPayment(rounded, form.values)
  const checked = checkDraft(current, body, language)
  const isMismatch = useIsMismatch(form, nature.family === 'sale' ? 'BUYER' : 'SUPPLIER') && !nature.isConsolidated
  const doubt = useDoubt(useIsTooMuch(current, checked) ? 'too_much' : isMismatch ? 'tin_mismatch' : null)
  const refuse = () => setRefusals((count) => count + 1)
  const submit = useSubmit(id, { draft: current, body, form, keeping, refuse })
  const made = { id: corrects?.guid ?? id, payable: checked.totals?.payable }
  const approval = useRefundApproval(current, made, submit.mutate)
  useRecheck(form, () => checked.errors)
  const send = () => {
    setIsUnchanged(isAsSent(current))
    if (isAsSent(current)) return
    form.setErrors(checked.errors)
    if (Object.keys(checked.errors).length > 0) return refuse()
    if (!doubt.goes) return doubt.ask()
    if (approval.isNeeded) approval.ask()
    else if (!submit.isPending) submit.mutate({})
  }
  useOfferCommands([{ id: 'send', run: send }])
  const become = (next: Omit<Draft, 'fields'>) => {
    setNature(next)
    form.clearErrors()
    keeping.keep({ ...next, fields: form.values })
  }
  return (
    <>
      {/* The keys come from the fields of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        ref={frame}
        className={style['screen']}
        noValidate
        onKeyDown={focusNextOnEnter}
        onSubmit={withPreventDefault(send)}
      >
        <div className={style['top']}>
          <Heading draft={current} />
          {corrects === null && <KindFields nature={nature} become={become} isNote={isNoteOfOurs(current)} />}
        </div>
        <div className={style['form']}>
          {corrects !== null && <WhatWasRefused correction={corrects} />}
          <DocumentParts form={form} nature={nature} become={become} isCorrecting={corrects !== null} body={body} />
        </div>
        <aside className={style['side']} aria-label={say('totals')}>
          <Totals checked={checked} currency={form.values.CURRENCY_CODE || 'MYR'} />
          {isTicked !== null && (
            <Checkbox
              label={say('round_cash')}
              checked={isTicked}
              onChange={(event) => become({ ...nature, isRounded: event.currentTarget.checked })}
            />
          )}
          {doubt.question}
          {isUnchanged && isAsSent(current) && <Notice tone="warning">{say('nothing_mended')}</Notice>}
          {submit.isError && !hasFaults(submit.error) && <Notice tone="bad">{sentenceOf(submit.error)}</Notice>}
          <Button
            type="submit"
            size="lg"
            data-command="send"
            leftSection={<IconSend size={22} aria-hidden />}
            rightSection={<KeyHint id="send" />}
            loading={submit.isPending}
          >
            {say('send')}
          </Button>
          <Faults errors={form.errors} />
          <SavedState keeping={keeping} takeOther={takeOther} />
          <Discard keeping={keeping} />
          <BegunEarlier id={id} />
        </aside>
      </form>
      {approval.question}
    </>
  )
}

/** A note on a document kept here takes its family from it. */
const isNoteOfOurs = ({ kind, fields: { ORIGINALS } }: Draft): boolean =>
  kind !== 'invoice' && (ORIGINALS[0]?.SALE_GUID ?? '') !== ''

function Heading({ draft }: { readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  if (draft.corrects !== null) return <CorrectionTitle draft={draft} />
  const [original] = draft.fields.ORIGINALS
  if (original && isNoteOfOurs(draft)) return <NoteTitle kind={draft.kind} guid={original.SALE_GUID} />
  return (
    <Title order={1} size="h3">
      {say('title')}
    </Title>
  )
}

/** Checks again when the language changes, so that the sentences at the fields change too. */
function useRecheck(form: DocumentForm, errors: () => Readonly<Record<string, string>>): void {
  const again = useCallbackRef(() => {
    if (Object.keys(form.errors).length > 0) form.setErrors({ ...errors() })
  })
  // After the screen was drawn in the new language.
  useEffect(() => onLanguage(() => void requestAnimationFrame(again)), [again])
}

/** A link to the other open drafts, below the form. */
function BegunEarlier({ id }: { readonly id: string }) {
  const say = useWords(newDocumentWords)
  const drafts = useQuery({ queryKey: ['drafts', id], queryFn: listDrafts, gcTime: 0 })
  const count = drafts.data?.filter((draft) => draft.id !== id).length ?? 0
  if (count === 0) return null
  return (
    <Link to="/new" search={{ drafts: true }}>
      {say('begun_earlier', { count })}
    </Link>
  )
}

/** Deletes the draft here and at the gateway, after a question. */
function Discard({ keeping }: { readonly keeping: DraftKeeping }) {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const [isAsked, setIsAsked] = useState(false)
  const discard = async () => {
    await keeping.finish()
    await go({ to: '/sales', search: {} })
  }
  if (keeping.state === 'untouched') return null
  if (!isAsked)
    return (
      <Button variant="subtle" color="gray" onClick={() => setIsAsked(true)}>
        {say('discard')}
      </Button>
    )
  return (
    <Group gap="xs" role="alert">
      <span>{say('discard_sure')}</span>
      <Secondary onClick={() => setIsAsked(false)} autoFocus>
        {say('keep_it')}
      </Secondary>
      <Button color="red.9" onClick={() => void discard()}>
        {say('discard')}
      </Button>
    </Group>
  )
}

interface Submitted {
  readonly draft: Draft
  readonly body: Readonly<Record<string, unknown>>
  readonly form: DocumentForm
  readonly keeping: DraftKeeping
  refuse(): void
}

/** Sends the document. If that fails or is refused, the form and the draft stay. */
function useSubmit(id: string, { draft, body, form, keeping, refuse }: Submitted) {
  const go = useNavigate()
  return useMutation({
    mutationFn: (headers: Readonly<Record<string, string>>) =>
      gatewayWith(headers)(`${draft.kind}.${draft.family}.submit`, { body: body as never }),
    onSuccess: async () => {
      await keeping.finish()
      await go({ to: '/sales/$guid/done', params: { guid: draft.corrects?.guid ?? id }, replace: true })
    },
    onError: (error) => {
      if (!(error instanceof GatewayProblem)) return
      const lines = draft.fields.LINES
      form.setErrors(errorsByField(error.problem.errors, { language: currentLanguage(), lines }))
      refuse()
    },
  })
}
