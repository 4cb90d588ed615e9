/** Wire names are the domain's names in UPPER_SNAKE; these turn one into the other, once on the way in. */
export type DomainNames<Wire> = Wire extends Opaque
  ? Wire
  : string extends keyof Wire
    ? Wire
    : Wire extends readonly (infer Item)[]
      ? readonly DomainNames<Item>[]
      : Wire extends object
        ? {
            readonly [Key in keyof Wire as Key extends string ? Camel<Key> : Key]: DomainNames<
              Exclude<Wire[Key], null | undefined>
            >
          }
        : Wire

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capital<Tail>}`
  : Lowercase<Key>
type Capital<Key extends string> = Key extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Lowercase<Head>>}${Capital<Tail>}`
  : Capitalize<Lowercase<Key>>

/** Values with methods of their own: decimals. */
type Opaque = { readonly toFixed: (places?: number) => string }

/** The till's own object, kept and handed back as it came. */
const kept = 'EXTRA'

const camels = new Map<string, string>()
/** Digits lose their underscores on the way in (FORM_1_9), so the way back is remembered. */
const wires = new Map<string, string>()

function camelOf(name: string): string {
  let camel = camels.get(name)
  if (camel === undefined) {
    camel = name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
    camels.set(name, camel)
    wires.set(camel, name)
  }
  return camel
}

/** A parsed body in domain names; `null` means absent (contract 5). */
export function toDomainNames<Wire>(wire: Wire): DomainNames<Wire> {
  return translate(wire) as DomainNames<Wire>
}

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(translate)
  // A decimal is whole as it is.
  if (value.constructor !== Object) return value
  const wire = value as Readonly<Record<string, unknown>>
  const translated: Record<string, unknown> = {}
  for (const name in wire) {
    const member = wire[name]
    if (member === null || member === undefined) continue
    translated[camelOf(name)] = name === kept ? member : translate(member)
  }
  return translated
}

/** The JSON pointer into the till's body for a place given in domain names. */
export const pointerOf = (path: readonly (string | number)[]): string =>
  wirePointer(path.map((step) => (typeof step === 'string' ? wireOf(step) : step)))

export const wireOf = (camel: string) => wires.get(camel) ?? camel.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The JSON pointer of a place given in wire names (RFC 6901). */
export const wirePointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
