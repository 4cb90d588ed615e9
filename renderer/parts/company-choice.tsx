import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSession } from '../gateway/session.ts'

/** @returns the company of the screen, empty if there is none; and a field to choose another, if there are several */
export function useCompanyChoice(label: string): readonly [string, ReactNode] {
  const codes = useSession().companies.map(({ code }) => code)
  const [picked, pick] = useState<string | null>(null)
  const company = picked ?? codes[0] ?? ''
  const field = codes.length > 1 && <Select label={label} value={company} data={codes} onChange={pick} />
  return [company, field]
}
