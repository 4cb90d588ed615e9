import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { operator } from '../../gateway/api.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'

interface CompanyChoiceProps {
  /** Null for every company. */
  readonly company: string | null
  readonly error?: string | null
  choose(company: string | null): void
}

/** The one company that something is for, or all of them. */
export function CompanyChoice({ company, error = null, choose }: CompanyChoiceProps) {
  const say = useWords(ownerWords)
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  return (
    <Select
      label={say('only_company')}
      placeholder={say('every_company')}
      clearable
      data={(companies.data?.items ?? []).map(({ COMPANY_CODE, NAME }) => ({
        value: COMPANY_CODE,
        label: `${COMPANY_CODE} – ${NAME}`,
      }))}
      value={company}
      onChange={choose}
      error={error}
    />
  )
}
