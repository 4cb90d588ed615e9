import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import type { AuthorityFault } from './fault-fields.ts'
import style from './new-document.module.css'
import type { Correction, Draft } from './values.ts'

/** Which refused document this is. */
export function CorrectionTitle({ draft }: { readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  return (
    <PageTitle>
      {say('correct_title')}: {sayStatus(draft.kind)} <bdi>{draft.fields.SALE_CODE}</bdi>
    </PageTitle>
  )
}

/** What the authority said, in its own words; what no field here can mend says who can. */
export function WhatWasRefused({ correction: { faults } }: { readonly correction: Correction }) {
  const say = useWords(newDocumentWords)
  const isElsewhere = faults.some(({ at }) => at === null)
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={say('refused_because')}
      className={style['refused'] ?? ''}
    >
      <AuthorityFaults faults={faults} />
      <Text>{say(isElsewhere ? 'mended_elsewhere' : 'mend_here')}</Text>
    </Alert>
  )
}

/** @returns what the authority refused, at the fields where it is mended */
export const faultsOf = (
  correction: Correction | null,
  sentenceOf: (fault: AuthorityFault) => string,
): Record<string, string> =>
  Object.fromEntries(
    (correction?.faults ?? []).flatMap((fault) => (fault.at === null ? [] : [[fault.at, sentenceOf(fault)]])),
  )

/** Brings the first field at fault into sight, ready to be typed in. @param refusals how often it was refused so far */
export function useFirstFault(refusals: number): RefObject<HTMLFormElement | null> {
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const field = frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  }, [refusals])
  return frame
}
