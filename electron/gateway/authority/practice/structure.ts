import { allAt, type Element } from './einvoice.ts'
import { brokenRule } from './formats.ts'
import { type GroupRule, invoiceRule, type LeafRule, namespaces, opaqueElements, type Rule } from './schema.ts'
import type { WireError } from './wire.ts'

/** A path in the authority's names. */
export interface StructureError {
  readonly kind: string
  readonly path: string
}

export interface StructureResult {
  readonly structureErrors: readonly StructureError[]
  /** The first element out of order, if nothing else is wrong. */
  readonly outOfOrder: string | null
}

const isNode = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every element is an array of objects, with leaf values, in order (myinvois 6.1). */
export function checkStructure(root: unknown): StructureResult {
  if (!isNode(root)) return { structureErrors: [{ kind: 'ObjectExpected', path: '#' }], outOfOrder: null }
  const structureErrors: StructureError[] = []
  for (const [key, namespace] of Object.entries(namespaces))
    if (root[key] !== namespace) structureErrors.push({ kind: 'NotInEnumeration', path: `#/${key}` })
  for (const key of Object.keys(root))
    if (key !== 'Invoice' && !(key in namespaces) && key !== '_E')
      structureErrors.push({ kind: 'NoAdditionalPropertiesAllowed', path: `#/${key}` })
  const orders: string[] = []
  checkElement({ structureErrors, orders }, root['Invoice'], { path: '#/Invoice', rule: invoiceRule })
  if (Array.isArray(root['Invoice']) && root['Invoice'].length > 1)
    structureErrors.push({ kind: 'TooManyItems', path: '#/Invoice' })
  return { structureErrors, outOfOrder: orders[0] ?? null }
}

interface StructureFaults {
  readonly structureErrors: StructureError[]
  readonly orders: string[]
}

interface RuleAtPath<AnyRule> {
  readonly path: string
  readonly rule: AnyRule
}

function checkElement(found: StructureFaults, element: unknown, { path, rule }: RuleAtPath<Rule>): void {
  if (!Array.isArray(element)) {
    found.structureErrors.push({ kind: element === undefined ? 'PropertyRequired' : 'ArrayExpected', path })
    return
  }
  if (element.length === 0) found.structureErrors.push({ kind: 'TooFewItems', path })
  element.forEach((item: unknown, at) => {
    const itemPath = `${path}[${at}]`
    if (!isNode(item)) found.structureErrors.push({ kind: 'ObjectExpected', path: itemPath })
    else if ('value' in rule) checkLeaf(found, item, { path: itemPath, rule })
    else checkGroup(found, item, { path: itemPath, rule })
  })
}

function checkGroup(found: StructureFaults, node: Element, { path, rule }: RuleAtPath<GroupRule>): void {
  const official = Object.keys(rule.elements)
  let furthest = -1
  for (const [name, element] of Object.entries(node)) {
    const inner = Object.hasOwn(rule.elements, name) ? rule.elements[name] : undefined
    if (!inner) {
      found.structureErrors.push({ kind: 'NoAdditionalPropertiesAllowed', path: `${path}.${name}` })
      continue
    }
    const position = official.indexOf(name)
    if (rule.isOrdered && position < furthest) found.orders.push(`${path}.${name}`)
    furthest = Math.max(furthest, position)
    if (!opaqueElements.includes(name)) checkElement(found, element, { path: `${path}.${name}`, rule: inner })
  }
}

const expected = { string: 'StringExpected', number: 'NumberExpected', boolean: 'BooleanExpected' } as const

function checkLeaf(found: StructureFaults, node: Element, { path, rule }: RuleAtPath<LeafRule>): void {
  if (!('_' in node)) found.structureErrors.push({ kind: 'PropertyRequired', path: `${path}._` })
  else if (typeof node['_'] !== rule.value)
    found.structureErrors.push({ kind: expected[rule.value], path: `${path}._` })
  for (const [name, value] of Object.entries(node)) {
    if (name === '_') continue
    if (!rule.attributes?.includes(name))
      found.structureErrors.push({ kind: 'NoAdditionalPropertiesAllowed', path: `${path}.${name}` })
    else if (typeof value !== 'string') found.structureErrors.push({ kind: 'StringExpected', path: `${path}.${name}` })
  }
  if (rule.needs !== undefined && !(rule.needs in node))
    found.structureErrors.push({ kind: 'PropertyRequired', path: `${path}.${rule.needs}` })
}

export const fieldError = (propertyPath: string, message: string, code: string | null = null): WireError => ({
  code,
  message,
  target: propertyPath.split('.').at(-1) ?? propertyPath,
  propertyPath,
  details: null,
})

/** Mandatory fields, length and form (myinvois 6.2). A mandatory field is missed in each element without it. */
export function checkFields(element: Element, where = 'Invoice', { elements }: GroupRule = invoiceRule): WireError[] {
  return Object.entries(elements).flatMap(([name, rule]) => {
    const path = `${where}.${name}`
    const found = allAt(element, name)
    const isMissing = rule.must && (found.length === 0 || found.some(({ _ }) => _ === ''))
    return [
      ...(isMissing ? [fieldError(path, `${name} is mandatory`)] : []),
      ...found.flatMap((each, at) => {
        if ('value' in rule) return checkValue(each['_'], path, rule)
        // Only lines have a number in their path.
        return checkFields(each, name === 'InvoiceLine' ? `${path}[${at}]` : path, rule)
      }),
    ]
  })
}

function checkValue(value: unknown, where: string, { most, format }: LeafRule): readonly WireError[] {
  if (typeof value !== 'string' || value === '') return []
  if (most !== undefined && value.length > most) return [fieldError(where, `must be of at most ${most} characters`)]
  const [, message, code] = (format && brokenRule(format, value)) ?? []
  return message === undefined ? [] : [fieldError(where, message, code)]
}
