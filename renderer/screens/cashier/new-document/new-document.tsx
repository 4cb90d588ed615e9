import { Alert, Button, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCallbackRef } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { GatewayProblem } from '../../../../shared/catalogue/call.ts'
import type { Command } from '../../../commands/command.ts'
import { useOffer } from '../../../commands/commands.tsx'
import { gateway, operator } from '../../../gateway/api.ts'
import { goOnAtEnter } from '../../../parts/enter-goes-on.ts'
import { preventing } from '../../../parts/preventing.ts'
import { Failed, Loading, useHeadline } from '../../../parts/states.tsx'
import { currentLanguage, useLanguage, useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { checkDraft, errorsBy } from './check.ts'
import { CorrectionTitle, faultsOf, useFirstFault, WhatWasRefused } from './correcting.tsx'
import { isAsSent } from './correction.ts'
import { Nature, Parts } from './document-parts.tsx'
import { draftFrom, finishDraft, useKeepDraft } from './drafts.ts'
import type { DocumentForm } from './fields.tsx'
import style from './new-document.module.css'
import { Faults, Totals } from './totals.tsx'
import { bodyOf, type Draft } from './values.ts'

/**
 * A document made at the screen: for a till that is down, for self-billed ones, and to correct what was refused. The
 * draft's id becomes the SALE_GUID, so that pressing twice, or again after a failure, makes one document.
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
  if (kept.isLoadingError) return <Failed error={kept.error} retry={() => void kept.refetch()} />
  return <Editor key={id} id={id} draft={draftFrom(kept.data.body)} />
}

function Editor({ id, draft }: { readonly id: string; readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const language = useLanguage()
  const headlineOf = useHeadline()
  const [nature, setNature] = useState<Omit<Draft, 'fields'>>(draft)
  const [isUnchanged, setIsUnchanged] = useState(false)
  const keep = useKeepDraft(id)
  const { corrects } = draft
  const form: DocumentForm = useForm({
    mode: 'controlled',
    initialValues: draft.fields,
    initialErrors: faultsOf(corrects),
    onValuesChange: (fields) => keep({ ...nature, fields }),
  })
  const frame = useFirstFault(corrects !== null)
  const current = { ...nature, fields: form.values }
  const body = bodyOf(current, corrects?.guid ?? id)
  const checked = checkDraft(current, body, language)
  const submit = useSubmit(id, { draft: current, body, form, forget: keep.cancel })
  const send = useCallbackRef(() => {
    setIsUnchanged(isAsSent(current))
    if (isAsSent(current)) return
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
    // What is heard are the keys of its fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={frame} className={style['screen']} noValidate onKeyDown={goOnAtEnter} onSubmit={preventing(send)}>
      <div className={style['top']}>
        {corrects === null ? (
          <>
            <Title order={1} size="h2">
              {say('title')}
            </Title>
            <Nature nature={nature} become={become} />
          </>
        ) : (
          <CorrectionTitle draft={draft} />
        )}
      </div>
      <div className={style['form']}>
        {corrects !== null && <WhatWasRefused correction={corrects} />}
        <Parts form={form} nature={nature} become={become} isCorrecting={corrects !== null} />
      </div>
      <aside className={style['side']} aria-label={say('totals')}>
        <Totals checked={checked} currency={form.values.CURRENCY_CODE || 'MYR'} />
        <Faults errors={form.errors} />
        {isUnchanged && isAsSent(current) && (
          <Alert color="orange" variant="light" role="alert">
            {say('nothing_mended')}
          </Alert>
        )}
        {submit.isError && (
          <Alert color="red" variant="light" role="alert">
            {headlineOf(submit.error)}
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

interface Submitted {
  readonly draft: Draft
  readonly body: Readonly<Record<string, unknown>>
  readonly form: DocumentForm
  /** What was typed last need not be kept any more. */
  forget(): void
}

/** Whatever becomes of it, nothing that was typed is lost. */
function useSubmit(id: string, { draft, body, form, forget }: Submitted) {
  const go = useNavigate()
  return useMutation({
    mutationFn: () => gateway(`${draft.kind}.${draft.family}.submit`, { body: body as never }),
    onSuccess: async () => {
      forget()
      await finishDraft(id)
      await go({ to: '/sales/$guid', params: { guid: draft.corrects?.guid ?? id }, replace: true })
    },
    onError: (error) => {
      if (error instanceof GatewayProblem) form.setErrors(errorsBy(error.problem.errors ?? [], currentLanguage()))
    },
  })
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
