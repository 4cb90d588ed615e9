/** The configuration cannot be used; the message says what to change (exit code 2). */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration'
}

export type Environment = Readonly<Record<string, string | undefined>>

export const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Documents and secrets travel over TLS; plain HTTP only to this machine. */
export function secureUrl(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isPlainHere = url?.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  if (
    !url ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== '' ||
    !(url.protocol === 'https:' || isPlainHere)
  )
    throw new BadConfiguration(`${name} must be an https address (plain http only for this machine).`)
  return url.href.replace(/\/+$/, '')
}

export function oneOf<Value extends string>(name: string, given: string, allowed: readonly Value[]): Value {
  const value = allowed.find((each) => each === given)
  if (value === undefined) throw new BadConfiguration(`${name} must be one of ${allowed.join(', ')}; it is “${given}”.`)
  return value
}

/** A variable that a script set to nothing names no place, and the standard one may not be what it meant. */
export function directory(name: string, given: string | undefined): string | undefined {
  if (given === '') throw new BadConfiguration(`${name} names no directory: it is empty.`)
  return given
}

interface Bounds {
  readonly standard: number
  readonly least?: number
  readonly most: number
}

export function wholeNumber(name: string, given: string | undefined, { standard, least = 0, most }: Bounds): number {
  if (given === undefined) return standard
  const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most))
    throw new BadConfiguration(`${name} must be a whole number from ${least} to ${most}; it is “${given}”.`)
  return value
}

export const duration = (env: Environment, name: string, standard: number, least = 0): number =>
  wholeNumber(name, env[name], { standard, least, most: 2_147_483_647 })

export function positive(name: string, given: string | undefined, standard: number): number {
  if (given === undefined) return standard
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN
  if (!(value > 0)) throw new BadConfiguration(`${name} must be a number above 0; it is “${given}”.`)
  return value
}
