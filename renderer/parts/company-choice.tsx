import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSession } from '../gateway/session.ts'
import { everyScreenWords } from '../words/every-screen.ts'
import { useWords } from '../words/language.ts'

/** @returns the company of the screen, empty if there is none; and a field to choose another, if there are several */
export function useCompanyChoice(): readonly [string, ReactNode] {
  const say = useWords(everyScreenWords)
  const codes = useSession().companies.map(({ code }) => code)
  const [picked, pick] = useState<string | null>(null)
  const company = picked ?? codes[0] ?? ''
  const field = codes.length > 1 && <Select label={say('COMPANY_CODE')} value={company} data={codes} onChange={pick} />
  return [company, field]
}
