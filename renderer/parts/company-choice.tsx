import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSession } from '../gateway/session.ts'

/** @returns the company that a screen is about, empty if there is none; and the field to choose another one, if there is */
export function useCompanyChoice(label: string): readonly [string, ReactNode] {
  const codes = useSession().companies.map(({ code }) => code)
  const [picked, pick] = useState<string | null>(null)
  const company = picked ?? codes[0] ?? ''
  const field = codes.length > 1 && (
    <Select label={label} allowDeselect={false} value={company} data={codes} onChange={pick} />
  )
  return [company, field]
}
