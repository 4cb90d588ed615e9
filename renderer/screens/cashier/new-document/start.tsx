import { Button, Group, Stack, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMoneyRules } from '../../../gateway/shifts.ts'
import { useThisTill } from '../../../gateway/this-till.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { Failed, Loading, QueryState } from '../../../parts/states.tsx'
import type { NewDocumentSearch } from '../../../router.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { TillChoice } from '../till/till.tsx'
import { beginDraft, dropLocalDraft, finishDraft, type ListedDraft, listDrafts } from './drafts.ts'
import { DiscardButton } from './side.tsx'
import style from './start.module.css'
import { fetchCorrectionDraft, makeStartingDraft } from './starting-draft.ts'
import { bodyWithCashRounding, totalsOf } from './totals.ts'
import { draftNameOf } from './values.ts'

/** A new document, or the list of open drafts. A note or a correction begins at once. */
export function StartOrResumeDocument() {
  const till = useThisTill()
  const wanted = useSearch({ from: '/new' })
  const knowsTill = till !== null || wanted.original !== undefined || wanted.correct !== undefined
  return knowsTill ? <Start /> : <TillChoice done={() => undefined} />
}

function Start() {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const wanted = useSearch({ from: '/new' })
  const drafts = useQuery({ queryKey: ['drafts'], queryFn: listDrafts, gcTime: 0 })
  const begun = drafts.data
  const open = (id: string, correct = wanted.correct) =>
    go({ to: '/new/$draft', params: { draft: id }, search: correct === undefined ? {} : { correct }, replace: true })
  const begin = useMutation({ mutationFn: () => beginning(wanted, begun ?? []), onSuccess: (id) => open(id) })
  const beginsByItself = begun !== undefined && (wanted.drafts !== true || begun.length === 0)
  useEffect(() => {
    if (beginsByItself && begin.isIdle) begin.mutate()
  })
  if (begin.isError) return <Failed error={begin.error} retry={begin.reset} />
  if (!begun) return <QueryState query={drafts} />
  if (beginsByItself) return <Loading />
  return (
    <Stack p="lg" gap="sm" className={style['start'] ?? ''}>
      <Group justify="space-between">
        <PageTitle>{say('drafts')}</PageTitle>
        <Button loading={!begin.isIdle} onClick={() => begin.mutate()} data-begin>
          {say('begin_new')}
        </Button>
      </Group>
      {begun.map((draft) => (
        <DraftRow
          key={draft.id}
          listed={draft}
          open={() => void open(draft.id, draft.draft.corrects?.guid)}
          discard={() => (draft.at === null ? dropLocalDraft : finishDraft)(draft.id)}
        />
      ))}
    </Stack>
  )
}

interface DraftRowProps {
  readonly listed: ListedDraft
  open(): void
  discard(): Promise<void>
}

/** A draft by amount and buyer, or what is sold, as people remember it. */
function DraftRow({ listed: { id, draft, at }, open, discard }: DraftRowProps) {
  const say = useWords(newDocumentWords)
  const rules = useMoneyRules(draft.fields.COMPANY_CODE)
  const totals = totalsOf(bodyWithCashRounding(draft, id, rules.rounds_cash).body)
  const name = draftNameOf(draft)
  return (
    <div className={style['draft']} data-draft={id}>
      <UnstyledButton className={style['draftTitle'] ?? ''} onClick={open}>
        <span>
          {totals ? <Money amount={totals.payable} currency={draft.fields.CURRENCY_CODE || 'MYR'} /> : say('no_amount')}
          {', '}
          <bdi>{name === '' ? say('no_name') : name}</bdi>
        </span>
        <span className="quiet">
          <bdi>{draft.fields.SALE_CODE}</bdi> ·{' '}
          {at === null ? say('unsaved') : <Time instant={at} withDay withSeconds={false} />}
        </span>
      </UnstyledButton>
      <DiscardButton discard={discard} />
    </div>
  )
}

/** @returns the draft to open. If a correction of this version was begun, it is continued */
async function beginning(wanted: NewDocumentSearch, begun: readonly ListedDraft[]): Promise<string> {
  const { correct } = wanted
  const draft = await (correct === undefined ? makeStartingDraft(wanted) : fetchCorrectionDraft(correct))
  const same = begun.find(
    ({ draft: { corrects } }) =>
      correct !== undefined && corrects?.guid === correct && corrects.version === draft.corrects?.version,
  )
  return same?.id ?? beginDraft(draft)
}
