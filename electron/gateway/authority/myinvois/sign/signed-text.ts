import { type Member, membersOf, valueAt, valuesOf } from './json-text.ts'

/** A signed document taken apart, each half as it is written. */
export interface SignedText {
  /** What the signature is over: the document without the two members that sign. */
  readonly document: string
  /** An object of these two. */
  readonly members: string
}

const signingNames: ReadonlySet<string> = new Set(['UBLExtensions', 'Signature'])

/**
 * @param text minified JSON that is known to have one Invoice
 * @returns null where a name stands twice in the document's root or in the Invoice: two readers could then see two
 * documents
 */
export function signedText(text: string): SignedText | null {
  const root = membersOf(text, 0)
  const start = (valueAt(text, 0, 'Invoice') ?? Number.NaN) + 1
  const { members, end } = membersOf(text, start)
  if (repeats(root.members) || repeats(members)) return null
  const textOf = (some: readonly Member[]) =>
    `{${some.map((member) => text.slice(member.start, member.end)).join(',')}}`
  const rest = members.filter(({ name }) => !signingNames.has(name))
  return {
    document: text.slice(0, start) + textOf(rest) + text.slice(end),
    members: textOf(members.filter(({ name }) => signingNames.has(name))),
  }
}

/** Whether an object anywhere in minified JSON has a name twice; as deep as the JSON, so only for known shapes. */
export function hasRepeatedNames(text: string, at = 0): boolean {
  if (text[at] === '[') return valuesOf(text, at).some((value) => hasRepeatedNames(text, value))
  if (text[at] !== '{') return false
  const { members } = membersOf(text, at)
  return repeats(members) || members.some((member) => hasRepeatedNames(text, member.valueAt))
}

const repeats = (members: readonly Member[]) => new Set(members.map(({ name }) => name)).size !== members.length
