/** A member of an object, by where its text stands: `start` at the name's quote, `end` after the value. */
export interface Member {
  readonly name: string
  readonly start: number
  readonly valueAt: number
  readonly end: number
}

/** One token of JSON; white space is none. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s,:{}[\]"]+/sy

/**
 * JSON text without the white space between tokens. Every literal stays as it is written: a signature is over
 * `1000.0`, not over `1000` (myinvois 7 step 2).
 */
export const minify = (text: string): string =>
  text.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gs, (_, literal: string | undefined) => literal ?? '')

/**
 * The members of the object that begins at `at`, in order, repeated names too, and where the object ends. As all
 * below, for minified JSON.
 * @throws SyntaxError if there is no object, or white space in it outside strings
 */
export function membersOf(text: string, at: number): { readonly members: readonly Member[]; readonly end: number } {
  const members: Member[] = []
  let next = past(text, at, '{')
  while (text[next] === '"') {
    const colon = endOfValue(text, next)
    const valueAt = past(text, colon, ':')
    const end = endOfValue(text, valueAt)
    members.push({ name: JSON.parse(text.slice(next, colon)) as string, start: next, valueAt, end })
    next = text[end] === ',' ? end + 1 : end
  }
  return { members, end: past(text, next, '}') }
}

/** Where the value of the first member with a name begins. Undefined if there is none. */
export const valueAt = (text: string, at: number, name: string): number | undefined =>
  membersOf(text, at).members.find((member) => member.name === name)?.valueAt

/** Whether an object anywhere in the text has a name twice; as deep as the JSON, so only for known shapes. */
export function hasRepeatedNames(text: string, at = 0): boolean {
  if (text[at] === '[') return valuesOf(text, at).some((value) => hasRepeatedNames(text, value))
  if (text[at] !== '{') return false
  const { members } = membersOf(text, at)
  return repeats(members) || members.some((member) => hasRepeatedNames(text, member.valueAt))
}

export const repeats = (members: readonly Member[]): boolean =>
  new Set(members.map(({ name }) => name)).size !== members.length

/** Where the values of the array that begins at `at` begin. */
function valuesOf(text: string, at: number): readonly number[] {
  const values: number[] = []
  let next = past(text, at, '[')
  while (text[next] !== ']') {
    values.push(next)
    const end = endOfValue(text, next)
    next = text[end] === ',' ? end + 1 : end
  }
  return values
}

/**
 * Where the text of a value ends.
 * @throws SyntaxError if it does not, or white space stands in it
 */
export function endOfValue(text: string, at: number): number {
  if (/[\]},:]/.test(text[at] ?? '')) throw new SyntaxError(`a value expected at ${at}`)
  let depth = 0
  token.lastIndex = at
  do {
    const found = token.exec(text)?.[0]
    if (found === undefined) throw new SyntaxError(`what begins at ${at} does not end`)
    if (found === '{' || found === '[') depth += 1
    else if (found === '}' || found === ']') depth -= 1
  } while (depth > 0)
  return token.lastIndex
}

function past(text: string, at: number, character: string): number {
  if (text[at] !== character) throw new SyntaxError(`${character} expected at ${at}`)
  return at + 1
}
