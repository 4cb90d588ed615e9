import type { AuthorityError } from '../../../../shared/domain/record.ts'
import { reasonsFrom } from '../ask.ts'

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
const textIn = (node: Node, ...names: string[]): string => {
  for (const name of names)
    if (typeof node[name] === 'string' || typeof node[name] === 'number') return String(node[name])
  return ''
}

const longest = 2000

/**
 * The authority's errors, whichever of its two shapes they come in, nested as deep as they are: the innermost say
 * what is wrong (myinvois 4). Keys are in lower case already.
 */
export function errorsIn(error: unknown): AuthorityError[] {
  if (Array.isArray(error)) return error.flatMap(errorsIn)
  if (isText(error)) return [{ code: '', message: error.slice(0, longest), field: '' }]
  if (!isNode(error)) return []
  const within = [error['innererror'], error['details']].flat()
  const inner = [...within, error['error']].filter((part) => typeof part !== 'string').flatMap(errorsIn)
  return inner.length > 0 ? inner : [leafError(error, within.filter(isText))]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** @param more plain words that stand where further errors would */
const leafError = (node: Node, more: readonly string[]): AuthorityError => ({
  code: textIn(node, 'errorcode', 'code').slice(0, 100),
  message: [textIn(node, 'message', 'error', 'error_description', 'errorms'), ...more]
    .filter(isText)
    .join(' ')
    .slice(0, longest),
  field: textIn(node, 'propertypath', 'propertyname', 'target').slice(0, 500),
})

/**
 * Why it refused a document: its errors as far as they say anything, and at least one.
 * @param code said where none of them says anything
 */
export const reasonsIn = (error: unknown, code = ''): readonly AuthorityError[] =>
  reasonsFrom(
    errorsIn(error).filter((told) => told.code !== '' || told.message !== ''),
    code,
  )

/** Every code anywhere in an answer: the telling one is often not at the top (myinvois 2, E3). */
export function codesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesIn)
  if (!isNode(value)) return []
  const own = [value['code'], value['errorcode'], value['error']].filter((code) => typeof code === 'string')
  return [...own, ...Object.values(value).flatMap(codesIn)]
}

/**
 * Whether an answer says that the token is of another taxpayer than the documents. The authority tells it by words only
 * (myinvois 4, 13).
 */
export function saysOfAnother(answer: unknown): boolean {
  const errors = isNode(answer) ? errorsIn(answer['error'] ?? answer) : []
  return errors.some(
    ({ code, message }) => code === 'IncorrectSubmitter' || /authenticated TIN and documents? TIN/i.test(message),
  )
}

/** Whether an answer calls a document one that came before; in another step the same code means something else (myinvois 4). */
export const saysDuplicate = (answer: unknown): boolean =>
  codesIn(answer).includes('DuplicateSubmission') ||
  errorsIn(answer).some(({ code, message }) => code === 'DS302' && /duplicat/i.test(message))

/** What failed in the background checks of an invalid document. */
export function validationErrors(results: unknown): { errors: readonly AuthorityError[]; isOnlyDuplicate: boolean } {
  const steps = nodesIn(isNode(results) ? results['validationsteps'] : results)
  const failed = steps.filter((step) => textIn(step, 'status').toLowerCase() === 'invalid')
  const isDuplicate = (step: Node) => /duplicat/i.test(textIn(step, 'name'))
  const told = failed.flatMap((step) => {
    const errors = errorsIn(step['error'])
    return errors.length > 0 ? errors : errorsIn({ message: textIn(step, 'name') })
  })
  return {
    errors: reasonsFrom(told),
    isOnlyDuplicate: failed.length > 0 && failed.every(isDuplicate),
  }
}

/** What the authority says in an error answer, for people. */
export const messageIn = (answer: unknown): string => {
  const errors = isNode(answer) ? errorsIn(answer['error'] ?? answer) : []
  return errors
    .map(({ message }) => message)
    .filter((message) => message !== '')
    .join(' ')
    .slice(0, longest)
}
