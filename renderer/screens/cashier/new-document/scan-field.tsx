import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { isBuyersCode, takeScan, useTakeScans } from '../../../commands/scanner.ts'
import { operator } from '../../../gateway/api.ts'
import { type CodeChoice, useCodes } from '../../../gateway/codes.ts'
import { useErrorSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { numbersToText, partyOf } from './correction.ts'
import type { DocumentForm, PartySide } from './form.ts'
import style from './new-document.module.css'
import type { PartyFields } from './values.ts'

/** @property picked called when a buyer of an earlier sale was chosen */
interface ScanFieldProps {
  readonly form: DocumentForm
  readonly side: PartySide
  readonly isFirst: boolean
  picked(): void
}

/**
 * Finds the buyer: by the code of their MyInvois app, which is heard wherever the focus is (myinvois 2, E11), or among
 * the buyers of earlier sales.
 */
export function ScanField({ form, side, isFirst, picked }: ScanFieldProps) {
  const say = useWords(newDocumentWords)
  const sentenceOf = useErrorSentence()
  const states = useCodes('state')
  const [typed, setTyped] = useState('')
  const buyers = useBuyers(form.getValues().COMPANY_CODE, side === 'BUYER' ? typed : '') ?? none
  const labels = buyers.map(({ NAME, TIN, ADDRESS }) => [NAME, TIN, ADDRESS.CITY].join(' · '))
  const scan = useMutation({
    mutationFn: (code: string) => operator('scanTaxpayer', { body: { code } }),
    onSuccess: (scanned) => {
      setTyped('')
      form.setFieldValue(side, partyWith(form.getValues()[side], scanned, states))
    },
  })
  useTakeScans((code) => scan.mutate(code))
  const { mutate } = scan
  useEffect(() => {
    const kept = takeScan()
    if (kept !== null) mutate(kept)
  }, [mutate])
  const pick = (at: number) => {
    if (!buyers[at]) return
    setTyped('')
    form.setFieldValue(side, partyOf(buyers[at]))
    picked()
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return
    const isChosen = event.currentTarget.hasAttribute('aria-activedescendant')
    // A scanner ends with Enter, which must not send the document.
    event.preventDefault()
    if (isBuyersCode(typed)) scan.mutate(typed.trim())
    else if (!isChosen) pick(0)
  }
  return (
    <div className={style['wide']}>
      <Autocomplete
        label={say(side === 'BUYER' ? 'find_buyer' : 'scan')}
        description={say(side === 'BUYER' ? 'find_hint' : 'scan_hint')}
        leftSection={<IconUserSearch size={20} aria-hidden />}
        autoFocus={isFirst}
        value={typed}
        // When an option is chosen, the field also gets its label: that is not a search.
        onChange={(text) => setTyped(labels.includes(text) ? '' : text)}
        data={labels.map((label, at) => ({ value: String(at), label }))}
        // The gateway has searched already.
        filter={({ options }) => options}
        onOptionSubmit={(at) => pick(Number(at))}
        onKeyDown={onEnter}
        error={scan.isError && sentenceOf(scan.error)}
      />
      <Text component="output" display="block" size="sm" mt={4}>
        {scan.isSuccess && say('scanned')}
      </Text>
    </div>
  )
}

const fewestLetters = 3
const none: OperatorAnswer<'findBuyers'>['items'] = []

/** @returns undefined before the answer, or if too little is typed */
export function useBuyers(company: string, typed: string) {
  const [text] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery({
    queryKey: ['buyers', company, text],
    queryFn: () => operator('findBuyers', { headers: { search_text: text }, query: company === '' ? {} : { company } }),
    enabled: text.length >= fewestLetters && !isBuyersCode(text),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return typed.trim().length < fewestLetters ? undefined : data?.items
}

type Scanned = OperatorAnswer<'scanTaxpayer'>

/** Fields that the code does not have stay as they were typed. */
function partyWith(party: PartyFields, scanned: Scanned, states: readonly CodeChoice[]): PartyFields {
  const { ADDRESS: told, ...known } = numbersToText(scanned) as Partial<PartyFields> & Pick<Scanned, 'ADDRESS'>
  const { STATE_NAME: name, LINES, ...place } = told
  const state = states.find(({ label }) => label.toLowerCase().endsWith(`– ${name?.toLowerCase()}`))
  const address = {
    ...party.ADDRESS,
    ...place,
    ...(LINES.length > 0 && { LINES }),
    ...(state && { STATE_CODE: state.value }),
  }
  return { ...party, ...known, ADDRESS: address }
}
