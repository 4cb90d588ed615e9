import { Alert, Select, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '../../gateway/session.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { PageTitle, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import style from './settings.module.css'

interface PageProps {
  readonly title: string
  /** What this page is for, in a sentence. */
  readonly text: string
  readonly children: ReactNode
}

export function Page({ title, text, children }: PageProps) {
  return (
    <div className={style['page']}>
      <div>
        <PageTitle>{title}</PageTitle>
        <Text className="quiet">{text}</Text>
      </div>
      {children}
    </div>
  )
}

export const Part = (props: { readonly title?: string; readonly children: ReactNode }) => (
  <Section className={style['part']} {...props} />
)

interface ShownOnceProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

/** A secret that is shown only once, to be copied. */
export const ShownOnce = ({ title, text, children }: ShownOnceProps) => (
  <Alert title={title} variant="light" role="status">
    <p className={style['secret']}>{text}</p>
    <CopyButton text={text} />
    {children}
  </Alert>
)

interface CompanyChoiceProps {
  /** Null means every company. */
  readonly company: string | null
  readonly error?: string | null
  choose(company: string | null): void
}

/** A choice of one company, or all. */
export function CompanyChoice({ company, error = null, choose }: CompanyChoiceProps) {
  const say = useWords(ownerWords)
  const codes = useSession().companies.map(({ code }) => code)
  return (
    <Select
      label={say('only_company')}
      placeholder={say('every_company')}
      clearable
      data={codes}
      value={company}
      onChange={choose}
      error={error}
    />
  )
}
