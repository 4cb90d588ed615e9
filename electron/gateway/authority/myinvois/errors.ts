import type { AuthorityError } from '../../../../shared/domain/record.ts'
import { nonEmptyErrors } from '../ask.ts'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const textIn = (node: Node, ...names: string[]): string => {
  for (const name of names)
    if (typeof node[name] === 'string' || typeof node[name] === 'number') return String(node[name])
  return ''
}

const longest = 2000

/** Errors come in two shapes, and nested: the innermost ones say what is wrong (myinvois 4). Keys are in lower case. */
export function errorsIn(error: unknown): AuthorityError[] {
  if (Array.isArray(error)) return error.flatMap(errorsIn)
  if (isText(error)) return [{ code: '', message: error.slice(0, longest), field: '' }]
  if (!isNode(error)) return []
  const within = [error['innererror'], error['details']].flat()
  const inner = [...within, error['error']].filter((part) => typeof part !== 'string').flatMap(errorsIn)
  return inner.length > 0 ? inner : [leafError(error, within.filter(isText))]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @param more plain words in place of further errors */
const leafError = (node: Node, more: readonly string[]): AuthorityError => ({
  code: textIn(node, 'errorcode', 'code').slice(0, 100),
  message: [textIn(node, 'message', 'error', 'error_description', 'errorms'), ...more]
    .filter(isText)
    .join(' ')
    .slice(0, longest),
  field: textIn(node, 'propertypath', 'propertyname', 'target').slice(0, 500),
})

/** The errors, at least one. @param code used if no error says anything */
export const reasonsIn = (error: unknown, code = ''): readonly AuthorityError[] =>
  nonEmptyErrors(
    errorsIn(error).filter((told) => told.code !== '' || told.message !== ''),
    code,
  )

/** The exact code is often not at the top (myinvois 2, E3). */
export function codesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesIn)
  if (!isNode(value)) return []
  const own = [value['code'], value['errorcode'], value['error']].filter((code) => typeof code === 'string')
  return [...own, ...Object.values(value).flatMap(codesIn)]
}

/** Whether the token belongs to another taxpayer than the documents. Only the text tells (myinvois 4, 13). */
export function isForeignToken(answer: unknown): boolean {
  const errors = isNode(answer) ? errorsIn(answer['error'] ?? answer) : []
  return errors.some(
    ({ code, message }) => code === 'IncorrectSubmitter' || /authenticated TIN and documents? TIN/i.test(message),
  )
}

/** In other steps this code means something else (myinvois 4). */
export const saysDuplicate = (answer: unknown): boolean =>
  codesIn(answer).includes('DuplicateSubmission') ||
  errorsIn(answer).some(({ code, message }) => code === 'DS302' && /duplicat/i.test(message))

export function readValidationErrors(results: unknown): {
  errors: readonly AuthorityError[]
  isOnlyDuplicate: boolean
} {
  const steps = nodesIn(isNode(results) ? results['validationsteps'] : results)
  const failed = steps.filter((step) => textIn(step, 'status').toLowerCase() === 'invalid')
  const isDuplicate = (step: Node) => /duplicat/i.test(textIn(step, 'name'))
  const told = failed.flatMap((step) => {
    const errors = errorsIn(step['error'])
    return errors.length > 0 ? errors : errorsIn({ message: textIn(step, 'name') })
  })
  return {
    errors: nonEmptyErrors(told),
    isOnlyDuplicate: failed.length > 0 && failed.every(isDuplicate),
  }
}

export const messageIn = (answer: unknown): string => {
  const errors = isNode(answer) ? errorsIn(answer['error'] ?? answer) : []
  return errors
    .map(({ message }) => message)
    .filter((message) => message !== '')
    .join(' ')
    .slice(0, longest)
}
