import { z } from 'zod'
import { longDecimal } from '../shapes/amount.ts'
import type { JsonSchema } from './document.ts'
import { fieldWords } from './field-words.ts'

/** Named schemas, gathered while the endpoints that use them are described. */
export interface Schemas {
  readonly named: Readonly<Record<string, JsonSchema>>
  /** The schema in JSON: a reference where it has a name, else the schema itself with references in it. */
  of(schema: z.ZodType): JsonSchema
}

/**
 * Only what an endpoint uses gets in; zod's own registry holds whatever happens to be imported.
 * @throws Error where two different schemas have one name
 */
export function gatherSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {}
  const known = new Map<z.ZodType, JsonSchema>()

  function describe(schema: z.ZodType): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = toJson(schema)
    for (const [name, definition] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
      const other = named[name]
      if (other && JSON.stringify(other) !== JSON.stringify(withWords(definition, name)))
        throw new Error(`two different schemas are called ${name}`)
      named[name] = withWords(definition, name)
    }
    return withWords(root, '')
  }

  return {
    named,
    of(schema) {
      const json = known.get(schema) ?? describe(schema)
      known.set(schema, json)
      return json
    },
  }
}

/**
 * What goes over the wire, both ways: bodies before they are parsed. Answers have nothing to parse, and described
 * from this side they stay open to the fields that a later version adds.
 */
function toJson(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (hasNoWords(zodSchema)) throw new Error('a schema that JSON Schema has no words for')
      shorten(jsonSchema)
    },
  })
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
}

/** What zod leaves out of its own accord. A long number is a number to every reader. */
const hasNoWords = (schema: z.core.$ZodType): boolean =>
  schema !== longDecimal && wordless.some((each) => schema instanceof each)

const wordless = [
  z.core.$ZodCustom,
  z.core.$ZodTransform,
  z.core.$ZodBigInt,
  z.core.$ZodDate,
  z.core.$ZodMap,
  z.core.$ZodSet,
  z.core.$ZodSymbol,
  z.core.$ZodUndefined,
  z.core.$ZodVoid,
  z.core.$ZodNaN,
]

/** Takes away what says nothing to a reader: the calendar as an expression, the largest exact integer. */
function shorten(json: z.core.JSONSchema.BaseSchema): void {
  if (json.format === 'date-time') delete json.pattern
  if (json['decimalPlaces'] !== undefined) asOneType(json)
  // Where a long number is one of several forms, the number says it already.
  if (json.anyOf) json.anyOf = json.anyOf.filter((form) => Object.keys(form).length > 0)
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** Fields that do not say themselves what they mean are told of by their name. */
function withWords(schema: JsonSchema, owner: string): JsonSchema {
  const walked = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'properties' ? value : inside(value, owner),
  ])
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null) return Object.fromEntries(walked) as JsonSchema
  const told = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([field, property]) => {
    const words = fieldWords[`${owner}.${field}`] ?? fieldWords[field]
    const isTold = property['description'] !== undefined || property['$ref'] !== undefined || words === undefined
    return [field, { ...(isTold ? {} : { description: words }), ...withWords(property, owner) }]
  })
  return { ...Object.fromEntries(walked), properties: Object.fromEntries(told) } as JsonSchema
}

const inside = (value: unknown, owner: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => inside(each, owner))
  return typeof value === 'object' && value !== null ? withWords(value as JsonSchema, owner) : value
}

/** A union in every field would be one in every generated client. */
function asOneType(json: z.core.JSONSchema.BaseSchema): void {
  const places = Number(json['decimalPlaces'])
  delete json['decimalPlaces']
  delete json.anyOf
  json.type = 'string'
  json.pattern = `^-?\\d{1,13}(\\.\\d{1,${places}}0*)?$`
}
