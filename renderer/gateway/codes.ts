import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CodeListId } from '../../shared/document/codes.ts'
import { codeNames } from '../../shared/words/code-names.ts'
import { useLanguage } from '../words/language.ts'
import { operator } from './api.ts'

export interface CodeChoice {
  readonly value: string
  /** Code and name together, so that a person can search for either. */
  readonly label: string
}

type Texts = Readonly<Record<string, string>>

const keptMs = 10 * 60_000

/** The current codes of a reference list, named in the language of the screen. */
export function useCodes(list: CodeListId): readonly CodeChoice[] {
  const names = codeNames[useLanguage()][list]
  const { data } = useQuery({
    queryKey: ['codes', list],
    queryFn: () => operator('codeList', { params: { list } }),
    staleTime: keptMs,
  })
  return useMemo(() => (data?.items ?? []).map((item) => choiceOf(item, names)), [data, names])
}

function choiceOf({ code = '', ...texts }: Texts, names: Texts | undefined): CodeChoice {
  return { value: code, label: `${code} – ${names?.[code] ?? texts['name'] ?? Object.values(texts)[0] ?? ''}` }
}

/** @returns a code with its name, or the code alone while the list is not here */
export function useCodeLabel(list: CodeListId): (code: string) => string {
  const choices = useCodes(list)
  return (code) => choices.find(({ value }) => value === code)?.label ?? code
}

export function useIdTypes(): CodeChoice[] {
  const names = codeNames[useLanguage()].id_type
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}
