import type { z } from 'zod'

/** What a quick reading says of whatever does not fit; why it does not is for zod to say. */
export const misfit: unique symbol = Symbol('misfit')

/** @returns what zod makes of a value that fits the schema, else `misfit` */
export type QuickRead = (value: unknown) => unknown

type Schema = z.core.$ZodTypes

/** Schemas share their parts, and so do their readings. */
const known = new WeakMap<z.core.$ZodType, QuickRead>()

/**
 * A reading of what fits a schema, made from the schema itself once: it walks as zod does and runs zod's own checks, but
 * makes nothing to carry faults in, which is most of what zod makes. What it does not know by sight is left to zod.
 */
export function quickRead(schema: z.core.$ZodType): QuickRead {
  let read = known.get(schema)
  if (!read) {
    const plain = plainRead(schema as Schema)
    read = plain ? checked(schema, plain) : byZod(schema)
    known.set(schema, read)
  }
  return read
}

/** Of the type alone; null for a type that is left to zod. */
function plainRead(schema: Schema): QuickRead | null {
  const { def } = schema._zod
  switch (def.type) {
    case 'object':
      return isPlain(def) ? objectRead(def) : null
    case 'array':
      return arrayRead(quickRead(def.element))
    case 'optional':
      return def.innerType._zod.optin === 'defaulted' ? null : unless(undefined, quickRead(def.innerType))
    case 'nullable':
      return unless(null, quickRead(def.innerType))
    case 'string':
      return def.coerce ? null : (value) => (typeof value === 'string' ? value : misfit)
    case 'number':
      return def.coerce ? null : (value) => (Number.isFinite(value) ? value : misfit)
    case 'boolean':
      return def.coerce ? null : (value) => (typeof value === 'boolean' ? value : misfit)
    case 'null':
      return (value) => (value === null ? value : misfit)
    case 'enum':
    case 'literal':
      return oneOf(schema)
    case 'union':
      return def.inclusive === false ? null : firstThatFits(def.options.map(quickRead))
    case 'pipe':
      return piped(quickRead(def.in), quickRead(def.out))
    case 'transform':
      return transformed(def.transform)
    default:
      return null
  }
}

/** Zod itself, checks and all. */
function byZod(schema: z.core.$ZodType): QuickRead {
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false })
    if (result instanceof Promise) throw new Error('a schema of the catalogue must not wait for anything')
    return result.issues.length > 0 ? misfit : result.value
  }
}

/** What is not in the shape is dropped, or does not fit. */
const isPlain = ({ catchall, shape }: z.core.$ZodObjectDef): boolean =>
  (catchall === undefined || catchall._zod.def.type === 'never') &&
  // What is made up for an absent member is zod's matter.
  Object.values(shape).every(
    ({ _zod }) => _zod.optin === undefined || (_zod.optin === 'optional' && _zod.optin === _zod.optout),
  )

function objectRead({ shape, catchall }: z.core.$ZodObjectDef): QuickRead {
  const members = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: quickRead(schema),
    mayBeAbsent: schema._zod.optin === 'optional',
  }))
  const isStrict = catchall !== undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return misfit
    const given = value as Readonly<Record<string, unknown>>
    const made: Record<string, unknown> = {}
    let found = 0
    for (const { name, read, mayBeAbsent } of members) {
      const member = given[name]
      if (member === undefined && !(name in given)) {
        if (mayBeAbsent) continue
        return misfit
      }
      const one = read(member)
      if (one === misfit) return misfit
      made[name] = one
      found += 1
    }
    return isStrict && found !== countOf(given) ? misfit : made
  }
}

function countOf(given: object): number {
  let count = 0
  for (const _ in given) count += 1
  return count
}

const arrayRead =
  (read: QuickRead): QuickRead =>
  (value) => {
    if (!Array.isArray(value)) return misfit
    const made: unknown[] = []
    for (const item of value) {
      const one = read(item)
      if (one === misfit) return misfit
      made.push(one)
    }
    return made
  }

const unless =
  (absent: undefined | null, read: QuickRead): QuickRead =>
  (value) =>
    value === absent ? value : read(value)

function oneOf({ _zod }: z.core.$ZodType): QuickRead {
  const values: ReadonlySet<unknown> = new Set(_zod.values)
  return (value) => (values.has(value) ? value : misfit)
}

const firstThatFits =
  (options: readonly QuickRead[]): QuickRead =>
  (value) => {
    for (const read of options) {
      const made = read(value)
      if (made !== misfit) return made
    }
    return misfit
  }

const piped =
  (first: QuickRead, second: QuickRead): QuickRead =>
  (value) => {
    const made = first(value)
    return made === misfit ? misfit : second(made)
  }

function transformed(transform: z.core.$ZodTransformDef['transform']): QuickRead {
  const issues: unknown[] = []
  const context = { value: undefined, issues, addIssue: (issue: unknown) => issues.push(issue) }
  return (value) => {
    issues.length = 0
    const made = transform(value, context as never)
    return issues.length > 0 ? misfit : made
  }
}

/** Runs what is asked of the value beyond its type, as zod does, which looks in the same order. */
function checked(schema: z.core.$ZodType, read: QuickRead): QuickRead {
  const { def, traits } = schema._zod
  // A format of text or of numbers is a check of its own.
  const own = traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : []
  const checks = [...own, ...((def.checks ?? []) as readonly z.core.$ZodCheck[])]
  if (checks.length === 0) return read
  // Looked up once: each time it would cost more than the check.
  const steps = checks.map(({ _zod }) => ({ when: _zod.def.when, check: _zod.check.bind(_zod) }))
  return (value) => {
    const made = read(value)
    if (made === misfit) return misfit
    const payload = { value: made as never, issues: [] as z.core.$ZodRawIssue[] }
    for (const { when, check } of steps) {
      if (when && !when(payload)) continue
      void check(payload)
      if (payload.issues.length > 0) return misfit
    }
    return payload.value
  }
}
