/** A member of an object, by where its text stands: `start` at the name's quote, `end` after the value. */
export interface Member {
  readonly name: string
  readonly start: number
  readonly valueAt: number
  readonly end: number
}

const quote = 0x22
const backslash = 0x5c

/**
 * JSON text without the white space between tokens. Every literal stays as it is written: a signature is over
 * `1000.0`, not over `1000` (myinvois 7 step 2).
 * @throws SyntaxError at a string without an end
 */
export function minify(text: string): string {
  let minified = ''
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at) - 1
    else if (isWhiteSpace(character)) {
      minified += text.slice(from, at)
      from = at + 1
    }
  }
  return from === 0 ? text : minified + text.slice(from)
}

const isWhiteSpace = (character: number) =>
  character === 0x20 || character === 0x0a || character === 0x0d || character === 0x09

/**
 * The members of the object that begins at `at`, in order, repeated names too, and where the object ends. As all
 * below, for minified JSON.
 * @throws SyntaxError where there is no object, or white space in it outside strings
 */
export function membersOf(text: string, at: number): { readonly members: readonly Member[]; readonly end: number } {
  const members: Member[] = []
  let next = past(text, at, '{')
  while (text[next] === '"') {
    const member = memberAt(text, next)
    const end = endOfValue(text, member.valueAt)
    members.push({ ...member, end })
    next = text[end] === ',' ? end + 1 : end
  }
  return { members, end: past(text, next, '}') }
}

/** Where the values of the array that begins at `at` begin. */
export function valuesOf(text: string, at: number): readonly number[] {
  const values: number[] = []
  let next = past(text, at, '[')
  while (text[next] !== ']') {
    values.push(next)
    const end = endOfValue(text, next)
    next = text[end] === ',' ? end + 1 : end
  }
  return values
}

/** Where the value of the first member with a name begins; does not read past it. Undefined where there is none. */
export function valueAt(text: string, at: number, name: string): number | undefined {
  let next = past(text, at, '{')
  while (text[next] === '"') {
    const member = memberAt(text, next)
    if (member.name === name) return member.valueAt
    const end = endOfValue(text, member.valueAt)
    next = text[end] === ',' ? end + 1 : end
  }
  return undefined
}

/**
 * Where the text of a value ends.
 * @throws SyntaxError where it does not, or white space stands in it
 */
export function endOfValue(text: string, at: number): number {
  const first = text[at]
  if (first === '"') return endOfString(text, at)
  return first === '{' || first === '[' ? endOfContainer(text, at) : endOfScalar(text, at)
}

function memberAt(text: string, start: number): Omit<Member, 'end'> {
  const end = endOfString(text, start)
  const raw = text.slice(start + 1, end - 1)
  const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
  return { name, start, valueAt: past(text, end, ':') }
}

function past(text: string, at: number, character: string): number {
  if (text[at] !== character) throw new SyntaxError(`${character} expected at ${at}`)
  return at + 1
}

function endOfContainer(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at) - 1
        break
      case 0x7b: // {
      case 0x5b: // [
        depth += 1
        break
      case 0x7d: // }
      case 0x5d: // ]
        depth -= 1
        if (depth === 0) return at + 1
        break
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        throw new SyntaxError(`white space at ${at}`)
    }
  }
  throw new SyntaxError(`what begins at ${start} does not end`)
}

function endOfScalar(text: string, start: number): number {
  const scalar = /[^,:{}[\]"\s]+/y
  scalar.lastIndex = start
  const length = scalar.exec(text)?.[0].length
  if (length === undefined) throw new SyntaxError(`a value expected at ${start}`)
  return start + length
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) return at + 1
    if (character === backslash) at += 1
  }
  throw new SyntaxError(`the string at ${start} does not end`)
}
