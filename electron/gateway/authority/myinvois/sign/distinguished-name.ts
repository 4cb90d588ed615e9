import { type DerElement, elementsIn, objectIdentifier, required, stringOf } from './der.ts'

export interface Attribute {
  readonly oid: string
  readonly value: string
}

/** Relative names in the order of the certificate, each of one attribute or, rarely, several. */
export type DistinguishedName = readonly (readonly Attribute[])[]

/** @throws MalformedDer */
export const distinguishedName = (name: DerElement): DistinguishedName =>
  elementsIn(name.content).map((relative) => elementsIn(relative.content).map(attribute))

function attribute({ content }: DerElement): Attribute {
  const [oid, value] = elementsIn(content)
  return { oid: objectIdentifier(required(oid)), value: stringOf(required(value)) }
}

/** The first value of an attribute; null where it is missing or empty. */
export const valueOf = (name: DistinguishedName, oid: string): string | null =>
  name
    .flat()
    .find((candidate) => candidate.oid === oid)
    ?.value.trim() || null

const keywords: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'S',
  '2.5.4.9': 'STREET',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '0.9.2342.19200300.100.1.25': 'DC',
  '1.2.840.113549.1.9.1': 'E',
}

/**
 * The name as the authority compares it (myinvois 7 step 6): relative names in reverse order of the certificate,
 * `KEY=value` joined by comma and space. CN, OU, O and C are proven on official samples; other keys and the quoting
 * follow .NET, which the authority's text equals on all of these.
 */
export const nameText = (name: DistinguishedName): string =>
  name
    .toReversed()
    .map((relative) =>
      relative.map(({ oid, value }) => `${keywords[oid] ?? `OID.${oid}`}=${quoted(value)}`).join(' + '),
    )
    .join(', ')

const quoted = (value: string): string =>
  /^$|^\s|\s$|[,+="\n<>#;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
