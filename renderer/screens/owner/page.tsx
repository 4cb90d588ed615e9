import { Group, Select, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { desktop } from '../../gateway/desktop.ts'
import { unsavedCodes } from '../../gateway/leave.ts'
import { useSession } from '../../gateway/session.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { PageTitle, Section } from '../../parts/section.tsx'
import { Notice } from '../../parts/states.tsx'
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

/**
 * A secret that is shown only once. Before a person leaves it, they have copied it or say that they wrote it down, which
 * also takes it from the screen.
 */
export function ShownOnce({ title, text, copyLabel, children }: ShownOnceProps) {
  const say = useWords(ownerWords)
  const [kept, setKept] = useState<'copied' | 'written' | null>(null)
  useEffect(() => {
    if (kept !== null) return
    unsavedCodes.add(text)
    return () => void unsavedCodes.delete(text)
  }, [kept, text])
  if (kept === 'written') return null
  return (
    <Notice title={title} tone="calm">
      <Stack gap="sm" align="start">
        <p className={style['secret']}>{text}</p>
        <Group gap="sm">
          <CopyButton text={text} label={copyLabel} copied={() => setKept('copied')} />
          <Secondary onClick={() => setKept('written')}>{say('written_down')}</Secondary>
        </Group>
        {children}
      </Stack>
      <AskBeforeLeaving isOn={kept === null} code={title} />
    </Notice>
  )
}

interface AskProps {
  readonly isOn: boolean
  /** The title of the code that would be lost; absent for typed text. */
  readonly code?: string
}

/** Asks before another screen is opened, if typed text or a code would be lost. */
export function AskBeforeLeaving({ isOn, code }: AskProps) {
  const say = useWords(ownerWords)
  const leaving = useBlocker({
    shouldBlockFn: () => isOn,
    // In the desktop it would keep the window open without a word.
    enableBeforeUnload: isOn && desktop === null,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  const lost = code === undefined ? 'leave_unsaved' : 'leave_code'
  return (
    <Confirm title={say(lost)} act={say('leave')} isDestructive onAct={leaving.proceed} onClose={leaving.reset}>
      {code && <Text fw={600}>{code}</Text>}
      <Text>{say(`${lost}_text`)}</Text>
    </Confirm>
  )
}

interface CompanyChoiceProps {
  /** Null means every company. */
  readonly company: string | null
  choose(company: string | null): void
}

export function CompanyChoice({ company, choose }: CompanyChoiceProps) {
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
    />
  )
}
