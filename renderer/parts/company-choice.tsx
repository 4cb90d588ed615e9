import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../gateway/session.ts'
import { sharedState } from '../gateway/shared-state.ts'
import { useThisTill, withoutDemo } from '../gateway/this-till.ts'
import { everyScreenWords } from '../words/every-screen.ts'
import { useWords } from '../words/language.ts'

/** The company that was picked last, on any screen. */
const picked = sharedState<string | null>(null)

/**
 * @returns the company of the screen, empty if there is none; and a field to choose another, if there are several. It
 * begins with the company of this till, or the shop's own
 */
export function useCompanyChoice(): readonly [string, ReactNode] {
  const say = useWords(everyScreenWords)
  const { companies } = useSession()
  const codes = companies.map(({ code }) => code)
  const usual = [picked.use(), useThisTill()?.COMPANY_CODE, withoutDemo(companies)[0]?.code]
  const company = usual.find((code) => code != null && codes.includes(code)) ?? ''
  const field = codes.length > 1 && (
    <Select label={say('COMPANY_CODE')} value={company} data={codes} onChange={picked.become} />
  )
  return [company, field]
}
