import { Select, type SelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import type { CodeListId } from '../../shared/document/codes.ts'
import { say } from '../../shared/words/words.ts'
import { type CodeChoice, useCodes } from '../gateway/codes.ts'
import { useLanguage } from '../words/language.ts'
import { parseAmount } from './amounts.ts'

/** The part of a form that a field uses. */
interface Form {
  key(at: string): string
  getInputProps(at: string): object
  setFieldValue(at: string, value: string): void
}

interface FieldProps {
  readonly form: Form
  /** The field's address in the form: `LINES.0.UNIT_PRICE`. */
  readonly at: string
  readonly label: string
  readonly isRequired?: boolean
}

type TextFieldProps = FieldProps & Omit<TextInputProps, keyof FieldProps>

export const TextField = ({ form, at, label, isRequired = false, ...rest }: TextFieldProps) => (
  <TextInput
    label={label}
    withAsterisk={isRequired}
    {...form.getInputProps(at)}
    {...rest}
    data-at={at}
    key={form.key(at)}
  />
)

/**
 * An amount or a quantity, kept as text so that it never becomes a float. `12,50` becomes 12.50 while the person looks.
 */
export function AmountField(props: TextFieldProps) {
  const { form, at } = props
  const language = useLanguage()
  const { value = '', error } = form.getInputProps(at) as Partial<Record<'value' | 'error', string>>
  const isNumber = value.trim() === '' || parseAmount(value) !== null
  return (
    <TextField
      inputMode="decimal"
      error={isNumber ? error : say(language, 'finding', 'not_an_amount')}
      // The amount that is there is replaced by typing, as after Tab. A second press sets the cursor.
      onMouseDown={(event) => {
        if (event.currentTarget === document.activeElement) return
        event.preventDefault()
        event.currentTarget.focus()
        event.currentTarget.select()
      }}
      {...props}
      onBlurCapture={(event) => {
        const typed = event.currentTarget.value
        const plain = parseAmount(typed)
        if (plain !== null && plain !== typed.trim()) form.setFieldValue(at, plain)
      }}
    />
  )
}

const mostShown = 60

/** The choice that the typed text means: an exact code, or the only choice that fits. */
export function meant(typed: string, choices: readonly CodeChoice[]): CodeChoice | undefined {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return undefined
  const byCode = choices.find(({ value }) => value.toLowerCase() === wanted)
  const fitting = choices.filter(({ label }) => label.toLowerCase().includes(wanted))
  return byCode ?? (fitting.length === 1 ? fitting[0] : undefined)
}

/** A code of a reference list, searched by code or name. Typed text counts without a click on the choice. */
export function CodeField({
  form,
  at,
  label,
  list,
  isRequired = true,
}: FieldProps & {
  readonly list: CodeListId
}) {
  const { value = '', onChange: _choose, ...input } = form.getInputProps(at) as Partial<SelectProps>
  const choices = useCodes(list)
  const [typed, setTyped] = useState('')
  return (
    <Select
      label={label}
      withAsterisk={isRequired}
      searchable
      selectFirstOptionOnChange
      // If the list opened with the focus, the Enter of a scanner could choose the wrong tax.
      openOnFocus={false}
      limit={mostShown}
      {...input}
      data={choices as { value: string; label: string }[]}
      value={value === '' ? null : value}
      onChange={(code) => form.setFieldValue(at, code ?? '')}
      searchValue={typed}
      onSearchChange={setTyped}
      onBlur={() => {
        const choice = meant(typed, choices)
        if (choice && choice.value !== value) form.setFieldValue(at, choice.value)
      }}
      data-at={at}
      key={form.key(at)}
    />
  )
}
