import { Alert, Group, Select, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { desktop } from '../../gateway/desktop.ts'
import { unsavedCodes } from '../../gateway/leave.ts'
import { useSession } from '../../gateway/session.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
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
  readonly copyLabel?: string
  readonly children?: ReactNode
}

/** A secret that is shown only once. Before a person leaves it, they have copied it or say that they wrote it down. */
export function ShownOnce({ title, text, copyLabel, children }: ShownOnceProps) {
  const say = useWords(ownerWords)
  const [isKept, setKept] = useState(false)
  useEffect(() => {
    if (isKept) return
    unsavedCodes.add(text)
    return () => void unsavedCodes.delete(text)
  }, [isKept, text])
  return (
    <Alert title={title} variant="light" role="status">
      <Stack gap="sm" align="start">
        <p className={style['secret']}>{text}</p>
        <Group gap="sm">
          <CopyButton text={text} label={copyLabel} copied={() => setKept(true)} />
          {!isKept && <Secondary onClick={() => setKept(true)}>{say('written_down')}</Secondary>}
        </Group>
        {children}
      </Stack>
      <AskBeforeLeaving isOn={!isKept} title={say('leave_code')}>
        <Text fw={600}>{title}</Text>
        <Text>{say('leave_code_text')}</Text>
      </AskBeforeLeaving>
    </Alert>
  )
}

interface AskProps {
  /** Whether something would be lost. */
  readonly isOn: boolean
  readonly title: string
  readonly children: ReactNode
}

/** Asks before another screen is opened. */
function AskBeforeLeaving({ isOn, title, children }: AskProps) {
  const say = useWords(ownerWords)
  const leaving = useBlocker({
    shouldBlockFn: () => isOn,
    // In the desktop it would keep the window open without a word.
    enableBeforeUnload: isOn && desktop === null,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <Confirm title={title} act={say('leave')} isDestructive onAct={leaving.proceed} onClose={leaving.reset}>
      {children}
    </Confirm>
  )
}

/** For a form: what was typed and not saved is not lost without a question. */
export function AskBeforeLosing({ isDirty }: { readonly isDirty: boolean }) {
  const say = useWords(ownerWords)
  return (
    <AskBeforeLeaving isOn={isDirty} title={say('leave_unsaved')}>
      <Text>{say('leave_unsaved_text')}</Text>
    </AskBeforeLeaving>
  )
}

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
