import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import { Time } from '../../../parts/figures.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import type { NewDocumentSearch } from '../../../router.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { draftFrom } from './drafts.ts'
import style from './new-document.module.css'
import { draftCorrecting, startingDraft } from './starting-draft.ts'

/** A new draft, or one that was begun. A note of its original, or a correction of its record, begins at once. */
export function StartDocument() {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const wanted = useSearch({ from: '/new' })
  const drafts = useQuery({ queryKey: ['drafts'], queryFn: () => operator('listDrafts'), gcTime: 0 })
  const [failure, setFailure] = useState<unknown>(null)
  const hasBegun = useRef(false)
  const open = (id: string) => void go({ to: '/new/$draft', params: { draft: id }, replace: true })
  const begun = drafts.data?.items
  const begin = () => {
    if (hasBegun.current) return
    hasBegun.current = true
    beginning(wanted, begun ?? [])
      .then(open)
      .catch((cause: unknown) => {
        hasBegun.current = false
        setFailure(cause)
      })
  }
  const isWanted = wanted.original !== undefined || wanted.correct !== undefined
  const beginsByItself = begun !== undefined && (isWanted || begun.length === 0)
  useEffect(() => {
    if (beginsByItself && failure === null) begin()
  })
  if (failure !== null) return <Failed error={failure} retry={() => setFailure(null)} />
  if (drafts.isLoadingError) return <Failed error={drafts.error} retry={() => void drafts.refetch()} />
  if (drafts.isPending || beginsByItself) return <Loading />
  return (
    <Stack p="lg" gap="sm" className={style['start'] ?? ''}>
      <Title order={1} size="h2">
        {say('drafts')}
      </Title>
      <Text>{say('drafts_text')}</Text>
      {drafts.data.items.map(({ id, updated_at, body }) => (
        <Button
          key={id}
          variant="default"
          size="lg"
          justify="space-between"
          rightSection={<Time instant={updated_at} withDay />}
          onClick={() => open(id)}
        >
          <bdi>{draftFrom(body).fields.SALE_CODE || say('no_code')}</bdi>
        </Button>
      ))}
      <Button size="lg" onClick={begin}>
        {say('begin_new')}
      </Button>
    </Stack>
  )
}

interface Begun {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
}

type Wanted = NewDocumentSearch

/** @returns the draft to open; a correction that was begun and still fits its record is gone on with */
async function beginning({ original, kind, correct }: Wanted, begun: readonly Begun[]): Promise<string> {
  const draft = await (correct === undefined ? startingDraft({ original, kind }) : draftCorrecting(correct))
  const same = begun.find(({ body }) => {
    const { corrects } = draftFrom(body)
    return correct !== undefined && corrects?.guid === correct && corrects.version === draft.corrects?.version
  })
  return same?.id ?? (await operator('createDraft', { body: { body: { ...draft } } })).id
}
