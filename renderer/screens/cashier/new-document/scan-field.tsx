import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUserSearch } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { KeyHint } from '../../../commands/command-button.tsx'
import { useOfferCommands } from '../../../commands/commands.ts'
import { isBuyersCode, takeScan, useTakeScans } from '../../../commands/scanner.ts'
import { operator } from '../../../gateway/api.ts'
import { type CodeChoice, useCodes } from '../../../gateway/codes.ts'
import { Failed, useErrorSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { numbersToText, partyOf } from './correction.ts'
import { focusAt } from './faults.tsx'
import style from './new-document.module.css'
import { partyFromTyped } from './typed-buyer.ts'
import { type DocumentForm, emptyParty, type PartyFields, type PartySide } from './values.ts'

/** @property picked called when the buyer is known from an earlier sale, or has to be filled in */
interface ScanFieldProps {
  readonly form: DocumentForm
  readonly side: PartySide
  readonly isFirst: boolean
  picked(isKnown: boolean): void
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
  const { COMPANY_CODE: company, [side]: now } = form.getValues()
  const wanted = side === 'BUYER' ? typed : ''
  const { found, error } = useBuyers(company, wanted)
  // An owner is told of more than stand in a list.
  const buyers = (found ?? none).slice(0, mostListed)
  const labels = buyers.map(({ NAME, TIN, ADDRESS }) => [NAME, TIN, ADDRESS.CITY].join(' · '))
  const fillIn = (party: PartyFields) => {
    setTyped('')
    form.setFieldValue(side, party)
    form.clearErrors()
  }
  const scan = useMutation({
    mutationFn: (code: string) => operator('scanTaxpayer', { body: { code } }),
    onSuccess: (scanned) => fillIn(partyWith(form.getValues()[side], scanned, states)),
  })
  useOfferCommands([{ id: 'buyer', run: () => focusAt(side) }])
  useTakeScans((code) => scan.mutate(code))
  const { mutate } = scan
  useEffect(() => {
    const kept = takeScan()
    if (kept) mutate(kept)
  }, [mutate])
  const pick = (buyer: (typeof buyers)[number] | undefined) => {
    // Numbers of another buyer must not stay with what was typed.
    fillIn(buyer ? partyOf(buyer) : { ...(now.TIN === '' ? now : emptyParty), ...partyFromTyped(typed.trim()) })
    picked(buyer !== undefined)
    if (!buyer) focusAt(`${side}.ID_NUMBER`)
  }
  // The list may be of fewer letters.
  const search = useMutation({
    mutationFn: async (text: string) => (text.length < fewestLetters ? none : findBuyers(company, text)),
    onSuccess: ([buyer]) => pick(buyer),
  })
  const failure = search.variables === wanted.trim() && search.error ? search.error : error
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return
    const isChosen = event.currentTarget.hasAttribute('aria-activedescendant')
    // A scanner ends with Enter, which must not send the document.
    event.preventDefault()
    if (isBuyersCode(typed)) scan.mutate(typed.trim())
    else if (!isChosen) search.mutate(wanted.trim())
  }
  return (
    <div className={style['wide']}>
      <Autocomplete
        rightSection={<KeyHint id="buyer" />}
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
        onOptionSubmit={(at) => pick(buyers[Number(at)])}
        onKeyDown={onEnter}
        error={scan.isError ? sentenceOf(scan.error) : failure ? say('not_searched') : form.errors[side]}
        data-at={side}
      />
      {failure ? (
        <Failed error={failure} retry={() => search.mutate(wanted.trim())} />
      ) : (
        <Text component="output" display="block" size="sm" mt={4}>
          {found?.length === 0 ? say('none_found') : scan.isSuccess && say('scanned')}
        </Text>
      )}
    </div>
  )
}

const fewestLetters = 3
const mostListed = 8
const none: OperatorAnswer<'findBuyers'>['items'] = []

async function findBuyers(company: string, search_text: string) {
  const headers = search_text === '' ? {} : { search_text }
  return (await operator('findBuyers', { headers, query: company === '' ? {} : { company } })).items
}

/** `found` is undefined before the answer, or if too little is typed. */
export function useBuyers(company: string, typed: string, fewest = fewestLetters) {
  const [text] = useDebouncedValue(typed.trim(), 200)
  const { data, error } = useQuery({
    queryKey: ['buyers', company, text],
    queryFn: () => findBuyers(company, text),
    enabled: text.length >= fewest && !isBuyersCode(text),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  return { found: typed.trim().length < fewest ? undefined : data, error }
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
