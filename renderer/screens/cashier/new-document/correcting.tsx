import { Alert, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import style from './new-document.module.css'
import type { Correction, Draft } from './values.ts'

/** Which refused document this is. */
export function CorrectionTitle({ draft }: { readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  return (
    <Title order={1} size="h2">
      {say('correct_title')}: {sayStatus(draft.kind)} <bdi>{draft.fields.SALE_CODE}</bdi>
    </Title>
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
      <ul>
        {faults.map(({ code, message, at }) => (
          <li key={`${code} ${at} ${message}`}>
            <bdi>{message}</bdi> <bdi className="quiet">{code}</bdi>
          </li>
        ))}
      </ul>
      <Text>{say(isElsewhere ? 'mended_elsewhere' : 'mend_here')}</Text>
    </Alert>
  )
}

/** @returns what the authority said, at the fields it said it of */
export const faultsOf = (correction: Correction | null): Record<string, string> =>
  Object.fromEntries((correction?.faults ?? []).flatMap(({ at, message }) => (at === null ? [] : [[at, message]])))

/** Brings the first field at fault into sight, ready to be typed in. */
export function useFirstFault(isWanted: boolean): RefObject<HTMLFormElement | null> {
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isWanted) return
    const field = frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus()
  }, [isWanted])
  return frame
}
