/** One DER element: its tag and what is inside. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
}

/** Bytes that are not the DER they should be. */
export class MalformedDer extends Error {
  override readonly name = 'MalformedDer'
}

export const derTag = {
  octetString: 0x04,
  objectIdentifier: 0x06,
  bmpString: 0x1e,
  teletexString: 0x14,
  sequence: 0x30,
} as const

/**
 * The elements that stand one after the other in some bytes. Read by hand because node:crypto shows neither the key
 * usage bits nor names by their object identifiers, and spells names differently in Node and in Electron.
 * @throws MalformedDer
 */
export function elementsIn(bytes: Uint8Array): readonly DerElement[] {
  const elements: DerElement[] = []
  for (let at = 0; at < bytes.length; ) {
    const { length, from } = lengthAt(bytes, at + 1)
    const end = from + length
    if (end > bytes.length) throw new MalformedDer('an element is longer than what holds it')
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(from, end) })
    at = end
  }
  return elements
}

/** @throws MalformedDer where there is none, or it is of another kind */
export function required(element: DerElement | undefined, tag?: number): DerElement {
  if (!element || (tag !== undefined && element.tag !== tag)) throw new MalformedDer('an element is missing')
  return element
}

function lengthAt(bytes: Uint8Array, at: number): { readonly length: number; readonly from: number } {
  const first = bytes[at]
  if (first === undefined) throw new MalformedDer('an element has no length')
  if (first < 0x80) return { length: first, from: at + 1 }
  const count = first & 0x7f
  const digits = bytes.subarray(at + 1, at + 1 + count)
  // Four bytes are 4 GB; zero means the indefinite form, which DER forbids.
  if (count === 0 || count > 4 || digits.length < count) throw new MalformedDer('a length cannot be read')
  return { length: digits.reduce((length, digit) => length * 256 + digit, 0), from: at + 1 + count }
}

/** Dotted decimal. */
export function objectIdentifier({ content }: DerElement): string {
  const arcs: bigint[] = []
  let arc = 0n
  for (const byte of content) {
    arc = (arc << 7n) | BigInt(byte & 0x7f)
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0n
  }
  const [both = 0n, ...rest] = arcs
  const first = both < 80n ? both / 40n : 2n
  return [first, both - first * 40n, ...rest].join('.')
}

/** Of an INTEGER, in two's complement as DER has it. */
export const decimal = ({ content }: DerElement): string =>
  BigInt.asIntN(content.length * 8, BigInt(`0x0${Buffer.from(content).toString('hex')}`)).toString()

/** Text of whichever string kind a name is written in. */
export function stringOf({ tag, content }: DerElement): string {
  switch (tag) {
    case derTag.bmpString:
      return Buffer.from(content).swap16().toString('utf16le')
    case derTag.teletexString:
      return Buffer.from(content).toString('latin1')
    default:
      return Buffer.from(content).toString('utf8')
  }
}
