import type { z } from 'zod'
import { bodyCodeFindings } from '../document/check.ts'
import type { CodeBook } from '../document/codes.ts'
import { pointerOf, wirePointer } from '../document/fields.ts'
import { type Finding, type FindingCode, findingCodes } from '../document/finding.ts'
import { Fault, type FaultEntry } from './faults.ts'

type Issue = z.core.$ZodIssue

/**
 * What a schema found, as entries of a problem.
 * @param body what was parsed, to tell a missing field from one of the wrong type
 */
export const entriesOf = (issues: readonly Issue[], body: unknown): FaultEntry[] =>
  issues.flatMap((issue) => entryOf(issue, body))

function entryOf(issue: Issue, body: unknown): FaultEntry[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ pointer: wirePointer([...issue.path, key]), code: 'unknown_field' }))
    case 'invalid_union':
      return [deepestOf(issue) ?? faultOf(issue, body)]
    default:
      return [faultOf(issue, body)]
  }

  /** Of several shapes a value could have, the faults in the one it came nearest to. */
  function deepestOf(union: Issue & { readonly errors: readonly (readonly Issue[])[] }): FaultEntry | undefined {
    const [nearest] = union.errors
      .filter((branch) => branch.some(({ path }) => path.length > 0))
      .map((branch) => branch.flatMap((inner) => entryOf({ ...inner, path: [...union.path, ...inner.path] }, body)))
      .toSorted((one, other) => one.length - other.length)
    return nearest?.[0]
  }
}

function faultOf(issue: Issue, body: unknown): FaultEntry {
  const code = codeOf(issue, body)
  const values = valuesOf(code, issue)
  return { pointer: wirePointer(issue.path), code, ...(values && { values }) }
}

/** The figures and words that the sentence of a finding needs. */
function valuesOf(code: FindingCode, issue: Issue): FaultEntry['values'] {
  switch (code) {
    case 'too_long':
      return { most: mostOf(issue) }
    case 'not_listed':
      return { allowed: issue.code === 'invalid_value' ? issue.values.map(String).join(', ') : '' }
    case 'reserved':
      return { word: issue.code === 'custom' ? String(issue.params?.['word']) : '' }
    default:
      return undefined
  }
}

/** What the schema says of its limit: zod's own check by itself, ours beside its message. */
const mostOf = (issue: Issue): string =>
  String(issue.code === 'too_big' ? issue.maximum : issue.code === 'custom' ? issue.params?.['most'] : '')

function codeOf(issue: Issue, body: unknown): FindingCode {
  if (isAbsent(body, issue.path)) return 'required'
  // A schema that names its finding does so as its message.
  const named = findingCodes.find((code) => code === issue.message)
  return named ?? 'wrong_type'
}

function isAbsent(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body
  for (const step of path) value = (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[step]
  return value === undefined || value === null
}

/** What a check found, in domain names, as entries of a problem. */
export const findingEntries = (findings: readonly Finding[]): FaultEntry[] =>
  findings.map(({ path, code, values }) => ({ pointer: pointerOf(path), code, ...(values && { values }) }))

/**
 * Codes that are not in their lists, in a body that no check can read because something else is wrong with it: the
 * developer of a till sees them with the rest.
 */
export const codeEntries = (body: unknown, codeBook: CodeBook): FaultEntry[] =>
  bodyCodeFindings(body, codeBook).map(({ path, ...found }) => ({ pointer: wirePointer(path), ...found }))

/** As many as anybody mends in one go; a body can have a hundred thousand. */
const mostTold = 100
/** A pointer repeats a name that the caller chose, which can be as long as the body. */
const longestPointer = 200

/** @param entries what is wrong with a body: the first of them are told one by one, of the others how many they are */
export function validationFailed(entries: readonly FaultEntry[]): Fault {
  const told: FaultEntry[] = entries.slice(0, mostTold).map(inShort)
  const more = entries.length - told.length
  if (more > 0) told.push({ pointer: '', code: 'and_more', values: { count: String(more) } })
  return new Fault('validation_failed', { entries: told, values: { count: String(entries.length) } })
}

const inShort = (entry: FaultEntry): FaultEntry =>
  entry.pointer.length <= longestPointer ? entry : { ...entry, pointer: `${entry.pointer.slice(0, longestPointer)}…` }
