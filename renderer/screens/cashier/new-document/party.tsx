import { Select } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { operator } from '../../../gateway/api.ts'
import { useIdTypes } from '../../../gateway/codes.ts'
import { CodeField, TextField } from '../../../parts/fields.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statesByPostcode, townsByState } from './lists/postcodes.ts'
import style from './new-document.module.css'
import { ScanField } from './scan-field.tsx'
import { TinCheck } from './tin-check.tsx'
import { isPartOfBrn } from './typed-buyer.ts'
import type { DocumentForm, PartySide } from './values.ts'

interface PartyProps {
  readonly form: DocumentForm
  readonly side: PartySide
  readonly isFirst?: boolean
}

/** The buyer, or the supplier of a self-billed document. A buyer who was picked is shown as one line. */
export function Party({ form, side, isFirst = false }: PartyProps) {
  const say = useWords(newDocumentWords)
  const { ORIGINALS, [side]: now } = form.getValues()
  const { NAME, TIN } = now
  // A note has the party of its original.
  const [isOpen, setIsOpen] = useState(ORIGINALS.length === 0 || NAME === '')
  const summary = useRef<HTMLDetailsElement>(null)
  const hasFault = Object.keys(form.errors).some((at) => at.startsWith(side))
  const showPicked = (isFound: boolean) => {
    setIsOpen(!isFound)
    if (isFound) requestAnimationFrame(() => summary.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <>
      <ScanField form={form} side={side} isFirst={isFirst} picked={showPicked} />
      <details
        ref={summary}
        className={style['more']}
        open={isOpen || hasFault}
        onToggle={({ currentTarget: { open } }) => setIsOpen(open)}
      >
        <summary>
          <bdi>{[NAME, TIN].filter(Boolean).join(' · ') || say('named_buyer')}</bdi>
        </summary>
        <div className={style['pair']} data-skips-filled>
          <PartyFieldset form={form} side={side} />
        </div>
      </details>
    </>
  )
}

/** Also for an owner who corrects a remembered buyer. */
export function PartyFieldset({ form, side }: Omit<PartyProps, 'isFirst'>) {
  const say = useWords(newDocumentWords)
  const { ID_TYPE, SST_NUMBER, ADDRESS } = form.getValues()[side]
  const [isTyping, setIsTyping] = useState(false)
  useDidUpdate(() => void fillTown(form, side), [ADDRESS.POSTCODE])
  return (
    <>
      <Select
        label={say('ID_TYPE')}
        withAsterisk
        data={useIdTypes()}
        {...form.getInputProps(`${side}.ID_TYPE`)}
        key={form.key(`${side}.ID_TYPE`)}
      />
      <TextField
        form={form}
        at={`${side}.ID_NUMBER`}
        label={say('id_number')}
        isRequired
        {...(!isTyping && isPartOfBrn(form.getValues()[side]) && { error: say('part_of_brn') })}
        onFocusCapture={() => setIsTyping(true)}
        onBlurCapture={() => setIsTyping(false)}
      />
      <TextField form={form} at={`${side}.TIN`} label={say('TIN')} isRequired />
      <TinCheck form={form} side={side} />
      <TextField form={form} at={`${side}.NAME`} label={say('NAME')} isRequired />
      <TextField form={form} at={`${side}.PHONE`} label={say('PHONE')} isRequired inputMode="tel" />
      <TextField form={form} at={`${side}.EMAIL`} label={say('EMAIL')} inputMode="email" />
      {(ID_TYPE === 'BRN' || SST_NUMBER !== '') && (
        <TextField form={form} at={`${side}.SST_NUMBER`} label={say('SST_NUMBER')} />
      )}
      <TextField form={form} at={`${side}.ADDRESS.LINES.0`} label={say('address')} isRequired />
      <TextField form={form} at={`${side}.ADDRESS.POSTCODE`} label={say('POSTCODE')} inputMode="numeric" />
      <TextField form={form} at={`${side}.ADDRESS.CITY`} label={say('CITY')} isRequired />
      <CodeField form={form} at={`${side}.ADDRESS.STATE_CODE`} label={say('STATE_CODE')} list="state" />
      <CodeField form={form} at={`${side}.ADDRESS.COUNTRY_CODE`} label={say('COUNTRY_CODE')} list="country" />
      {side === 'SUPPLIER' && (
        <>
          <CodeField form={form} at="SUPPLIER.MSIC_CODE" label={say('MSIC_CODE')} list="msic" />
          <TextField form={form} at="SUPPLIER.BUSINESS_ACTIVITY" label={say('BUSINESS_ACTIVITY')} isRequired />
        </>
      )}
    </>
  )
}

/** Fills in what is empty: the state by the postcode, the town as earlier buyers there have it. */
async function fillTown(form: DocumentForm, side: PartySide): Promise<void> {
  const { POSTCODE: search_text, COUNTRY_CODE } = form.getValues()[side].ADDRESS
  if (!/^\d{5}$/.test(search_text) || COUNTRY_CODE !== 'MYS') return
  const digits = Number(search_text.slice(0, 2))
  const state = statesByPostcode.find(([highest]) => digits <= highest)?.[1] ?? ''
  const fill = (at: 'CITY' | 'STATE_CODE', value = '') => {
    if (form.getValues()[side].ADDRESS[at] === '') form.setFieldValue(`${side}.ADDRESS.${at}`, value)
  }
  fill('STATE_CODE', state)
  fill('CITY', townsByState[state])
  if (form.getValues()[side].ADDRESS.CITY !== '') return
  const found = await operator('findBuyers', { headers: { search_text }, query: {} }).catch(() => null)
  fill('CITY', found?.items.find(({ ADDRESS }) => ADDRESS.POSTCODE === search_text)?.ADDRESS.CITY)
}
