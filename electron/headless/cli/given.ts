import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Given } from './commands.ts'

/** A flag that something is said with. */
export const text = { type: 'string' } as const

/** @throws BadConfiguration where the flag is not given */
export function needed(flags: Given['flags'], name: string): string {
  const value = flags[name]
  if (value === undefined || value === '') throw new BadConfiguration(`--${name} is missing.`)
  return value
}

/** The word that no flag names. @throws BadConfiguration where it is not given */
export function operand([first]: readonly string[], name: string): string {
  if (first === undefined) throw new BadConfiguration(`${name} is missing.`)
  return first
}
