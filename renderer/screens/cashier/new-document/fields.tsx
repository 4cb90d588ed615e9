import { Select, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CodeList } from '../../../../shared/document/codes.ts'
import { useCodes } from '../../../gateway/codes.ts'
import type { DocumentFields } from './values.ts'

export type DocumentForm = UseFormReturnType<DocumentFields>

interface FieldProps {
  readonly form: DocumentForm
  /** The field's address: `LINES.0.UNIT_PRICE`. */
  readonly at: string
  readonly label: string
  readonly isRequired?: boolean
}

/** A text of the document. */
export function TextField({
  form,
  at,
  label,
  isRequired = false,
  ...rest
}: FieldProps & Omit<TextInputProps, keyof FieldProps>) {
  return (
    <TextInput
      label={label}
      withAsterisk={isRequired}
      autoComplete="off"
      {...rest}
      {...form.getInputProps(at)}
      key={form.key(at)}
    />
  )
}

/** An amount or a quantity, as it is typed: decimals are never made binary. */
export function AmountField(props: FieldProps & Omit<TextInputProps, keyof FieldProps>) {
  return <TextField inputMode="decimal" {...props} />
}

const mostShown = 60

/** A code of a reference list, found by its code or its words. */
export function CodeField({ form, at, label, list, isRequired = false }: FieldProps & { readonly list: CodeList }) {
  const choices = useCodes(list)
  return (
    <Select
      label={label}
      withAsterisk={isRequired}
      searchable
      clearable={!isRequired}
      // Enter on the choice that stands keeps it.
      allowDeselect={!isRequired}
      limit={mostShown}
      data={choices as { value: string; label: string }[]}
      autoComplete="off"
      {...form.getInputProps(at)}
      key={form.key(at)}
    />
  )
}
