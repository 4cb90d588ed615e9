import { Button, Checkbox, Group, Select, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { OperatorAsk } from '../../../../shared/api/operator-client.ts'
import type { CodeList } from '../../../../shared/document/codes.ts'
import { idTypes, isTin, plainTin } from '../../../../shared/document/party.ts'
import { useCodes } from '../../../gateway/codes.ts'
import { preventing } from '../../../parts/forms.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { entriesOf, Notice, useFaultOf, useHeadline } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import style from './go-live.module.css'

export type CompanyAsk = OperatorAsk<'importCompany'>['body']

/** Every field with its place in what is sent, and whether it may be left out. */
const fields = {
  name: '/NAME',
  code: '/COMPANY_CODE',
  tin: '/TIN',
  id_type: '/ID_TYPE',
  id_number: '/ID_NUMBER',
  msic: '/MSIC_CODE',
  activity: '/BUSINESS_ACTIVITY',
  phone: '/PHONE',
  email: '/EMAIL',
  sst: '/SST_NUMBER',
  address_line: '/ADDRESS/LINES/0',
  address_line_2: '/ADDRESS/LINES/1',
  address_line_3: '/ADDRESS/LINES/2',
  city: '/ADDRESS/CITY',
  postcode: '/ADDRESS/POSTCODE',
  state: '/ADDRESS/STATE_CODE',
} as const
type Field = keyof typeof fields
type Typed = Readonly<Record<Field, string>>

const addressLines = ['address_line', 'address_line_2', 'address_line_3'] as const
const optional: readonly Field[] = ['email', 'sst', 'address_line_2', 'address_line_3']

const textAt = (company: object | null, pointer: string): string => {
  const found = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], company ?? {})
  return typeof found === 'string' ? found : ''
}

const typedOf = (company: object | null): Typed => {
  const typed = Object.fromEntries(Object.entries(fields).map(([field, pointer]) => [field, textAt(company, pointer)]))
  return { ...(typed as Typed), id_type: typed['id_type'] || 'BRN' }
}

/** @param known a company that is changed keeps its GUID, and what this form does not show */
function askOf(typed: Typed, roundsCash: boolean, known: object | null): CompanyAsk {
  const text = (field: Field) => typed[field].trim()
  const orNull = (field: Field) => text(field) || null
  return {
    TIME_ZONE: 'Asia/Kuala_Lumpur',
    ...(known as Partial<CompanyAsk>),
    COMPANY_GUID: textAt(known, '/COMPANY_GUID') || crypto.randomUUID(),
    COMPANY_CODE: text('code'),
    ROUND_CASH: roundsCash,
    NAME: text('name'),
    TIN: text('tin'),
    ID_TYPE: idTypes.find((type) => type === typed.id_type) ?? 'BRN',
    ID_NUMBER: text('id_number'),
    MSIC_CODE: text('msic'),
    BUSINESS_ACTIVITY: text('activity'),
    PHONE: text('phone').replaceAll(/[ -]/g, ''),
    EMAIL: orNull('email'),
    SST_NUMBER: orNull('sst'),
    ADDRESS: {
      LINES: addressLines.map(text).filter((line) => line !== ''),
      CITY: text('city'),
      POSTCODE: text('postcode'),
      STATE_CODE: text('state'),
      COUNTRY_CODE: 'MYS',
    },
  }
}

interface FormProps {
  /** As it was saved last; null for a new one. */
  readonly company: object | null
  readonly saving: UseMutationResult<unknown, Error, CompanyAsk>
  /** Away from the form without saving, where there is somewhere to go. */
  close?(): void
}

/** A company as it is registered, field by field; what the gateway refuses stands at its field. */
export function CompanyForm({ company, saving, close }: FormProps) {
  const { error } = saving
  const say = useWords(goLiveWords)
  const faultOf = useFaultOf()
  const headlineOf = useHeadline()
  const [typed, setTyped] = useState(() => typedOf(company))
  const [roundsCash, setRoundsCash] = useState(!company || !('ROUND_CASH' in company) || company.ROUND_CASH === true)
  const set = (field: Field) => (value: string) => setTyped((before) => ({ ...before, [field]: value }))
  const common = (field: Field) => ({
    label: say(field),
    value: typed[field],
    error: error === null ? null : atField(faultOf(error, fields[field]), error, fields[field]),
    withAsterisk: !optional.includes(field),
  })
  const text = (field: Field, more: object = {}) => (
    <TextInput
      {...common(field)}
      autoComplete="off"
      onChange={(event) => set(field)(event.currentTarget.value)}
      {...more}
    />
  )
  const isWhole = (Object.keys(fields) as Field[]).every(
    (field) => optional.includes(field) || typed[field].trim() !== '',
  )
  return (
    <form onSubmit={preventing(() => saving.mutate(askOf(typed, roundsCash, company)))}>
      <Text>{say('company_text')}</Text>
      <div className={style['fields']}>
        {text('name')}
        {text('code', { description: say('code_hint') })}
        <div>
          {text('tin')}
          <TinShape tin={typed.tin} />
        </div>
        <Select
          {...common('id_type')}
          data={[...idTypes]}
          allowDeselect={false}
          onChange={(value) => set('id_type')(value ?? 'BRN')}
        />
        {text('id_number')}
        <CodeChoice {...common('msic')} list="msic" choose={set('msic')} />
        {text('activity')}
        {text('phone', { inputMode: 'tel' })}
        {text('email', { inputMode: 'email' })}
        {text('sst')}
        {addressLines.map((line) => (
          <Fragment key={line}>{text(line)}</Fragment>
        ))}
        {text('city')}
        {text('postcode', { inputMode: 'numeric' })}
        <CodeChoice {...common('state')} list="state" choose={set('state')} />
      </div>
      <Checkbox
        label={say('round_cash')}
        description={say('round_cash_hint')}
        checked={roundsCash}
        onChange={(event) => setRoundsCash(event.currentTarget.checked)}
      />
      {error !== null && <Notice tone="bad">{headlineOf(error)}</Notice>}
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
          {say('save_company')}
        </Button>
        {close && <Secondary onClick={close}>{say('back')}</Secondary>}
        {saving.isSuccess && <output>{say('saved')}</output>}
      </Group>
    </form>
  )
}

/** Only what is said of this very field; what is true of the whole stands beneath the form. */
const atField = (sentence: string | null, error: unknown, pointer: string): string | null =>
  entriesOf(error).some((entry) => entry.pointer === pointer) ? sentence : null

/** At once, while it is typed; MyInvois itself is asked in the check. */
function TinShape({ tin }: { readonly tin: string }) {
  const say = useWords(goLiveWords)
  const typed = plainTin(tin.trim())
  if (typed.length < 3) return null
  const isGood = isTin(typed)
  return (
    <output className={style['verdict']} data-verdict={isGood ? 'good' : 'bad'}>
      {isGood ? <IconCircleCheck size={20} aria-hidden /> : <IconCircleX size={20} aria-hidden />}
      {say(isGood ? 'tin_fits' : 'tin_odd')}
    </output>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly error: string | null
  readonly withAsterisk: boolean
  readonly list: CodeList
  choose(value: string): void
}

function CodeChoice({ list, choose, value, ...rest }: ChoiceProps) {
  const choices = useCodes(list)
  return (
    <Select
      {...rest}
      searchable
      selectFirstOptionOnChange
      limit={60}
      allowDeselect={false}
      data={choices as { value: string; label: string }[]}
      value={value === '' ? null : value}
      onChange={(chosen) => choose(chosen ?? '')}
      autoComplete="off"
    />
  )
}
