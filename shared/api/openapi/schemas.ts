import { z } from 'zod'
import { fieldDescriptions } from '../../words/reference-fields.ts'
import type { JsonSchema } from './document.ts'

export interface SchemaRegistry {
  readonly named: Readonly<Record<string, JsonSchema>>
  /** The JSON Schema; a reference if the schema has a name. */
  of(schema: z.ZodType): JsonSchema
}

/** zod's own output, before descriptions are added. */
type MutableSchema = Record<string, unknown> & {
  description?: string
  $ref?: string
  properties?: Record<string, MutableSchema>
}

/**
 * Collects the schemas. Input is closed to unknown fields, answers stay open for fields of later versions.
 * @throws Error if two different schemas have one name, or JSON Schema cannot express one
 */
export function createSchemaRegistry(all: readonly z.ZodType[]): SchemaRegistry {
  const each = [...new Set(all)]
  const json = z.toJSONSchema(z.object(Object.fromEntries(each.entries())), {
    io: 'input',
    override: ({ jsonSchema }) => shorten(jsonSchema),
  })
  const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, properties } = JSON.parse(text) as {
    readonly $defs?: Record<string, MutableSchema>
    readonly properties: Record<string, MutableSchema>
  }
  for (const [name, schema] of Object.entries({ '': { properties }, ...$defs })) tell(schema, name)
  const at = new Map(each.map((schema, index) => [schema, index]))
  return {
    named: $defs,
    of: (schema) => properties[at.get(schema) ?? -1] ?? {},
  }
}

/**
 * Removes what does not help a reader. A list that may grow loses its `enum`, because a generated client would refuse
 * new values.
 */
function shorten(json: z.core.JSONSchema.BaseSchema): void {
  if (json.format === 'date-time') delete json.pattern
  if (json['grows'] === true) {
    json['x-extensible-enum'] = json.enum
    delete json.enum
    delete json['grows']
  }
  if (json['decimalPlaces'] !== undefined) asOneType(json)
  if (json.anyOf) json.anyOf = json.anyOf.filter((form) => Object.keys(form).length > 0)
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** Adds descriptions by the field's name, if the schema has none. */
function tell(schema: MutableSchema, owner: string): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const words = fieldDescriptions[`${owner}.${field}`] ?? fieldDescriptions[field]
    if (words !== undefined && property.$ref === undefined) property.description ??= words
  }
  for (const part of Object.values(schema)) if (typeof part === 'object') tell(part as MutableSchema, owner)
}

/** Merges a union into one type. Otherwise every generated client would have a union, too. */
function asOneType(json: z.core.JSONSchema.BaseSchema): void {
  const places = Number(json['decimalPlaces'])
  delete json['decimalPlaces']
  delete json.anyOf
  json.type = 'string'
  json.pattern = `^-?\\d{1,13}(\\.\\d{1,${places}}0*)?$`
}
