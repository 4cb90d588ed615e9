import type { JsonSchema } from './document.ts'
import { exampleRecord } from './example-records.ts'
import { examplesByField, examplesBySchema } from './likely-values.ts'

type Named = Readonly<Record<string, JsonSchema>>

/** @param field the field's name, which suggests a likely value */
export function exampleOf(schema: JsonSchema, named: Named, field = '', depth = 0): unknown {
  const {
    $ref,
    anyOf,
    oneOf,
    allOf,
    enum: values,
    type,
    properties,
  } = schema as Readonly<Record<string, never>> & JsonSchema
  if ('const' in schema) return schema['const']
  if (typeof $ref === 'string')
    return ofName(($ref as string).replace('#/components/schemas/', ''), named, field, depth)
  const forms = (anyOf ?? oneOf ?? allOf) as readonly JsonSchema[] | undefined
  if (forms) return exampleOf(likeliest(forms, depth), named, field, depth)
  if (values) return (values as readonly unknown[]).find((value) => value === examplesByField[field]) ?? values[0]
  if (type === 'object' || properties) return objectOf(schema, named, depth)
  if (type === 'array') return depth > 4 && !schema['minItems'] ? [] : arrayOf(schema, named, field, depth)
  const [first] = [type].flat()
  return Object.hasOwn(examplesByField, field) && typeof examplesByField[field] === first
    ? examplesByField[field]
    : plain({ ...schema, type: first })
}

const ofName = (name: string, named: Named, field: string, depth: number): unknown =>
  examplesBySchema[name] ??
  (name === 'Record'
    ? exampleRecord('invoice', 'sale', 'valid')
    : exampleOf(named[name] ?? {}, named, field, depth + 1))

/** Prefers null in deep nesting, because a schema may contain itself. */
const likeliest = (forms: readonly JsonSchema[], depth: number): JsonSchema =>
  (depth > 4 ? forms.find(({ type }) => type === 'null') : undefined) ?? forms[0] ?? {}

function objectOf(schema: JsonSchema, named: Named, depth: number): unknown {
  const fields = Object.entries((schema['properties'] ?? {}) as Named)
  const required = (schema['required'] ?? []) as readonly string[]
  const shown = fields.filter(([name]) => required.includes(name) || depth < 3)
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, named, name, depth + 1)]))
}

function arrayOf({ items, prefixItems, minItems }: JsonSchema, named: Named, field: string, depth: number): unknown {
  if (Array.isArray(prefixItems)) return prefixItems.map((each: JsonSchema) => exampleOf(each, named, field, depth + 1))
  const count = typeof minItems === 'number' ? Math.max(1, minItems) : 1
  return Array.from({ length: count }, () => exampleOf((items ?? {}) as JsonSchema, named, field, depth + 1))
}

function plain({ type, format, pattern, minimum }: JsonSchema): unknown {
  switch (type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? Math.max(1, minimum) : 1
    case 'null':
      return null
    default:
      return textOf(typeof format === 'string' ? format : '', typeof pattern === 'string' ? pattern : '')
  }
}

function textOf(format: string, pattern: string): string {
  if (format === 'date-time') return '2026-11-20T02:00:00.000Z'
  if (format === 'date') return '2026-11-20'
  if (format === 'uuid') return examplesByField['SALE_GUID'] as string
  if (pattern.includes('[0-9a-f]{64}')) return '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  if (pattern.includes('\\d{2}$') || pattern.includes('\\.')) return '7.42'
  if (format === 'base64') return 'UmVzaXQ='
  return 'text'
}
