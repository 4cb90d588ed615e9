import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import { Time } from '../../../parts/figures.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { draftFrom } from './drafts.ts'
import style from './new-document.module.css'
import { startingDraft } from './starting-draft.ts'

/** A new draft, or one that was begun. A note that is started from its original begins at once. */
export function StartDocument() {
  const say = useWords(newDocumentWords)
  const go = useNavigate()
  const { original, kind } = useSearch({ from: '/new' })
  const drafts = useQuery({ queryKey: ['drafts'], queryFn: () => operator('listDrafts'), gcTime: 0 })
  const [failure, setFailure] = useState<unknown>(null)
  const hasBegun = useRef(false)
  const open = (id: string) => void go({ to: '/new/$draft', params: { draft: id }, replace: true })
  const begin = () => {
    if (hasBegun.current) return
    hasBegun.current = true
    startingDraft({ original, kind })
      .then((draft) => operator('createDraft', { body: { body: { ...draft } } }))
      .then(({ id }) => open(id))
      .catch((cause: unknown) => {
        hasBegun.current = false
        setFailure(cause)
      })
  }
  const isEmpty = drafts.data?.items.length === 0
  useEffect(() => {
    if (original !== undefined || isEmpty) begin()
  })
  if (failure !== null) return <Failed error={failure} retry={() => setFailure(null)} />
  if (drafts.isError) return <Failed error={drafts.error} retry={() => void drafts.refetch()} />
  if (drafts.isPending || isEmpty || original !== undefined) return <Loading />
  return (
    <Stack p="lg" gap="sm" className={style['start'] ?? ''}>
      <Title order={1} size="h2">
        {say('drafts')}
      </Title>
      <Text>{say('drafts_text')}</Text>
      {drafts.data.items.map(({ id, updated_at, body }) => (
        <Button key={id} variant="default" size="lg" justify="space-between" onClick={() => open(id)}>
          <bdi>{draftFrom(body).fields.SALE_CODE || say('no_code')}</bdi>
          <Time instant={updated_at} withDay />
        </Button>
      ))}
      <Button size="lg" onClick={begin}>
        {say('begin_new')}
      </Button>
    </Stack>
  )
}
