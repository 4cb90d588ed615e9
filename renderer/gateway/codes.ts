import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CodeListId } from '../../shared/document/codes.ts'
import { operator } from './api.ts'

export interface CodeChoice {
  readonly value: string
  /** Code and name together, so that a person can search for either. */
  readonly label: string
}

const keptMs = 10 * 60_000

/** The current codes of a reference list. */
export function useCodes(list: CodeListId): readonly CodeChoice[] {
  const { data } = useQuery({
    queryKey: ['codes', list],
    queryFn: () => operator('codeList', { params: { list } }),
    staleTime: keptMs,
  })
  return useMemo(() => (data?.items ?? []).map(choiceOf), [data])
}

function choiceOf(item: Readonly<Record<string, string>>): CodeChoice {
  const { code = '', ...texts } = item
  const text = texts['name'] ?? Object.values(texts)[0] ?? ''
  return { value: code, label: `${code} – ${text}` }
}
