import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isOpenToOthers } from '../platform/secret-file.ts'

/** The message says what to change (exit code 2). */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration'
}

export type Environment = Readonly<Record<string, string | undefined>>

export const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

export type SettingSpec = readonly [name: string, form: z.ZodType]
export type SettingSpecs = Readonly<Record<string, SettingSpec>>
export type SettingValues<Of extends SettingSpecs> = { readonly [Key in keyof Of]: z.output<Of[Key][1]> }

/** @throws BadConfiguration with the first value that cannot be used */
export function parseSetting<Form extends z.ZodType>(
  name: string,
  form: Form,
  given: string | undefined,
): z.output<Form> {
  const read = form.safeParse(given)
  if (read.success) return read.data
  throw new BadConfiguration(`${name} ${read.error.issues[0]?.message}`)
}

/** @throws BadConfiguration */
export const parseSettings = <Of extends SettingSpecs>(rows: Of, env: Environment): SettingValues<Of> =>
  Object.fromEntries(
    Object.entries(rows).map(([key, [name, form]]) => [key, parseSetting(name, form, env[name])]),
  ) as SettingValues<Of>

/** Null if it is not set. */
export const nullIfUnset = <Form extends z.ZodType>(form: Form) => form.nullable().default(null)

/**
 * All of them are set or none is. @returns null if none is set @throws BadConfiguration with this sentence if one
 * without a default is not set
 */
export function parseAllOrNone<Of extends SettingSpecs>(rows: Of, env: Environment, sentence: string) {
  if (Object.values(rows).every(([name]) => env[name] === undefined)) return null
  const values = parseSettings(rows, env)
  if (Object.values(values).includes(null)) throw new BadConfiguration(sentence)
  return values as { readonly [Key in keyof Of]: NonNullable<z.output<Of[Key][1]>> }
}

/**
 * @param read returns null if the text cannot be used
 * @param sentence comes after the name of the setting; it must not repeat a secret
 */
export const schemaOfParser = <Value>(
  read: (text: string) => Value | null,
  sentence: string | ((text: string) => string),
) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (value !== null) return value
    context.addIssue(typeof sentence === 'string' ? sentence : sentence(text))
    return z.NEVER
  })

export const mustBeMessage = (what: string) => (text: string) => `must be ${what}; it is “${text}”.`

export const oneOfSchema = <Value extends string>(...allowed: readonly Value[]) =>
  schemaOfParser((text) => allowed.find((each) => each === text) ?? null, mustBeMessage(`one of ${allowed.join(', ')}`))

export const wholeNumberSchema = (least: number, most: number) =>
  schemaOfParser(
    (text) => {
      const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most ? value : null
    },
    mustBeMessage(`a whole number from ${least} to ${most}`),
  )

export const portSchema = wholeNumberSchema(0, 65_535)

/** Up to the longest time of a timer. */
export const millisecondsSchema = (least = 0) => wholeNumberSchema(least, 2_147_483_647)

export const aboveZeroSchema = schemaOfParser(
  (text) => (/^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0 ? Number(text) : null),
  mustBeMessage('a number above 0'),
)

export const onOffSchema = oneOfSchema('on', 'off').transform((given) => given === 'on')

/** npm runs scripts in the project's directory and names the caller's. */
const fromCaller = (path: string): string => resolve(process.env['INIT_CWD'] ?? '', path)

// A script that sets a variable to nothing meant some folder, and perhaps not the usual one.
export const directoryPathSchema = z.string().min(1, 'names no directory: it is empty.').transform(fromCaller)
export const filePathSchema = z.string().min(1, 'names no file: it is empty.').transform(fromCaller)

export const secretFileSchema = filePathSchema.transform((path, context): Uint8Array => {
  try {
    if (!isOpenToOthers(statSync(path))) return readFileSync(path)
    context.addIssue(`names a file that other accounts can read: ${path}. Close it to them (chmod 600).`)
  } catch {
    context.addIssue(`names a file that cannot be read: ${path}`)
  }
  return z.NEVER
})

/**
 * Values in the environment are visible in lists of processes and containers, so a secret may be given as a file.
 * @param names each may be given as NAME_FILE @throws BadConfiguration
 */
export function loadSecretsFromFiles(names: readonly string[], env: Environment): Environment {
  const named = names.filter((name) => env[`${name}_FILE`] !== undefined)
  if (named.length === 0) return env
  const both = named.find((name) => env[name] !== undefined)
  if (both !== undefined) throw new BadConfiguration(`Set ${both} or ${both}_FILE, not both.`)
  const read = (name: string) =>
    Buffer.from(parseSetting(`${name}_FILE`, secretFileSchema, env[`${name}_FILE`])).toString('utf8')
  return { ...env, ...Object.fromEntries(named.map((name) => [name, read(name).replace(/\r?\n$/, '')])) }
}

/** TLS, or plain HTTP to this machine. The message must not repeat a password in the address. */
export const secureUrlSchema = schemaOfParser((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '') return null
  const isPlainHere = url.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  return url.protocol === 'https:' || isPlainHere ? url.href.replace(/\/+$/, '') : null
}, 'must be an https address (plain http only for this machine).')

/** @returns null if one of the values, with commas between them, cannot be used */
export function parseCommaList<Value>(text: string, read: (each: string) => Value | null): readonly Value[] | null {
  const values = text.split(',').map((each) => read(each.trim()))
  return values.every((value) => value !== null) ? values : null
}
