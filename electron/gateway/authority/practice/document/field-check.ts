import type { WireError } from '../http/reply.ts'
import { all, attributeOf, type Element } from './element.ts'
import type { Field } from './fields.ts'
import { formatFault } from './formats.ts'

export const fieldError = (propertyPath: string, message: string, code: string | null = null): WireError => ({
  code,
  message,
  target: propertyPath.split('.').at(-1) ?? propertyPath,
  propertyPath,
  details: null,
})

/** @param where the path of the element within the document, for the errors */
export function checkFields(element: Element, fields: readonly Field[], where: string): readonly WireError[] {
  return fields.flatMap((field) => checkField(element, field, `${where}.${field.path}`))
}

function checkField(element: Element, { path, must, most, format }: Field, where: string): readonly WireError[] {
  const steps = path.split('.')
  const last = steps.at(-1) ?? ''
  const errors: WireError[] = []
  // A mandatory field is missing wherever what it belongs to is there without it; of the latter the parent speaks.
  for (const parent of all(element, ...steps.slice(0, -1))) {
    const found = all(parent, last)
    if (must && (found.length === 0 || found.some(({ _ }) => _ === '')))
      errors.push(fieldError(where, `${last} is mandatory`))
    for (const leaf of found) errors.push(...checkValue(leaf, { most, format }, where))
  }
  return errors
}

function checkValue(
  leaf: Element,
  { most, format }: { readonly most: number | undefined; readonly format: Field['format'] },
  where: string,
): readonly WireError[] {
  const value = leaf['_']
  if (typeof value !== 'string' || value === '') return []
  if (most !== undefined && value.length > most) return [fieldError(where, `must be of at most ${most} characters`)]
  const fault = format && formatFault(format, value)
  return fault ? [fieldError(where, fault.message, fault.code)] : []
}

export const hasAttribute = (element: Element, name: string, value: string): boolean =>
  attributeOf(element, name) === value
