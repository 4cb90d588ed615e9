import { Text } from '@mantine/core'
import { useRecord } from '../../../gateway/records.ts'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { Money } from '../../../parts/figures.tsx'
import { PageTitle } from '../../../parts/section.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import type { AuthorityFault } from './fault-fields.ts'
import style from './new-document.module.css'
import type { Correction, Draft } from './values.ts'

/** The original's sale code and amount, because people do not know a GUID. */
export function NoteTitle({ kind, guid }: { readonly kind: Draft['kind']; readonly guid: string }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  const record = useRecord(guid).data?.record
  return (
    <PageTitle>
      {say('note_for', { kind: sayStatus(kind), code: record?.SALE_CODE ?? '…' })}{' '}
      {record && <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />}
    </PageTitle>
  )
}

/** Why the authority refused it, if no field here mends that. Other faults stand at their fields. */
export function WhatWasRefused({ correction: { faults } }: { readonly correction: Correction }) {
  const say = useWords(newDocumentWords)
  if (faults.every(({ at }) => at !== null)) return null
  return (
    <Notice tone="warning" title={say('refused_because')} className={style['refused'] ?? ''}>
      <AuthorityFaults faults={faults} />
      <Text>{say('mended_elsewhere')}</Text>
    </Notice>
  )
}

/** @returns what the authority refused, by the field that mends it */
export const faultsByField = (
  correction: Correction | null,
  sentenceOf: (fault: AuthorityFault) => string,
): Record<string, string> =>
  Object.fromEntries(
    (correction?.faults ?? []).flatMap((fault) => (fault.at === null ? [] : [[fault.at, sentenceOf(fault)]])),
  )
