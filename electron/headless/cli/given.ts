import { isAbsolute, resolve } from 'node:path'
import { isDay } from '../../../shared/domain/calendar.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Given } from './command.ts'

/** @throws BadConfiguration where the flag is not given */
export function needed(flags: Given['flags'], name: string): string {
  const value = flags[name]
  if (value === undefined || value === '') throw new BadConfiguration(`--${name} is missing.`)
  return value
}

/** A flag that is a day; undefined where it is not given. @throws BadConfiguration */
export function day(flags: Given['flags'], name: string): string | undefined {
  const value = flags[name]
  if (value !== undefined && !isDay(value))
    throw new BadConfiguration(`--${name} must be a day of the calendar like 2026-11-21; it is “${flags[name]}”.`)
  return value
}

export function neededDay(flags: Given['flags'], name: string): string {
  const value = day(flags, name)
  if (value === undefined) throw new BadConfiguration(`--${name} is missing.`)
  return value
}

/** What a person wrote, as it goes to the gateway: whether it is right is for the gateway to say, in its own words. */
export const asTyped = (written: unknown): never => written as never

/** The word that no flag names. @throws BadConfiguration where it is not given */
export function operand([first]: readonly string[], name: string): string {
  if (first === undefined) throw new BadConfiguration(`${name} is missing.`)
  return first
}

/** npm runs scripts in the project's directory and says where it was called. */
export const fromHere = (path: string): string =>
  isAbsolute(path) ? path : resolve(process.env['INIT_CWD'] ?? process.cwd(), path)

/** A count with its noun, as English says it: `1 document`, `2 documents`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
