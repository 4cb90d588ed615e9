import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  type EnvironmentKind,
  environmentKinds,
  type MyInvoisEnvironment,
} from '../../../shared/domain/installation.ts'
import { writeDurably } from '../platform/durable-file.ts'
import type { InstallationChoices, InstallationSetup } from '../ports.ts'
import { dataDirFrom, readSettings, type Settings } from './settings.ts'
import { BadConfiguration, type Environment } from './values.ts'

const prepared = z.object({
  company: z.record(z.string(), z.unknown()).nullable().default(null),
  hasCredentials: z.boolean().default(false),
  hasCertificate: z.boolean().default(false),
  checkedAt: z.string().nullable().default(null),
  usedAt: z.string().nullable().default(null),
})

const shape = z.object({
  chosen: z.enum(environmentKinds),
  sandbox: prepared.optional(),
  production: prepared.optional(),
})

export const emptyInstallationSetup: InstallationSetup = prepared.parse({})

const fileIn = (home: string): string => join(home, 'installations.json')

/**
 * Practice if the owner chose nothing. @param home the data directory as the host names it: practice lives there, the
 * others beneath it @throws BadConfiguration if it cannot be read: a guess could send sales to the wrong place
 */
export function readInstallations(home: string): InstallationChoices {
  const file = fileIn(home)
  if (!existsSync(file)) return { chosen: 'practice' }
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new BadConfiguration(
      `${file} cannot be read, so it is not known whether this is practice or production. Bring it back from a backup, or name both --data-dir and --authority.`,
      { cause },
    )
  }
}

export const writeInstallations = (home: string, kept: InstallationChoices): void =>
  writeDurably(fileIn(home), JSON.stringify(kept))

export interface ResolvedInstallation {
  readonly settings: Settings
  /** Null if an administrator named the authority: then nothing can be chosen on the screens. */
  readonly name: EnvironmentKind | null
  readonly home: string
}

/**
 * The settings of the chosen installation; if an authority is named, the settings as given. @throws BadConfiguration
 */
export function readChosenSettings(args: readonly string[], env: Environment): ResolvedInstallation {
  const settings = readSettings(args, env)
  const home = settings.dataDir
  if (isTold(args, env)) return { settings, name: null, home }
  const kept = readInstallations(home)
  return { settings: settingsOfInstallation(kept.chosen, { args, env, home, kept }), name: kept.chosen, home }
}

interface Choice {
  readonly args: readonly string[]
  readonly env: Environment
  readonly home: string
  readonly kept: InstallationChoices
}

/** @throws BadConfiguration */
export function settingsOfInstallation(name: EnvironmentKind, { args, env, home, kept }: Choice): Settings {
  if (name === 'practice') return readSettings([...args, '--data-dir', home], env)
  const { RESIT_MYINVOIS_DOCUMENT_VERSION: version } = env
  return readSettings([...args, '--data-dir', directoryOf(home, name), '--authority', 'myinvois'], {
    ...env,
    RESIT_MYINVOIS_ENVIRONMENT: name,
    RESIT_MYINVOIS_DOCUMENT_VERSION: version ?? (kept[name]?.hasCertificate ? '1.1' : '1.0'),
  })
}

const directoryOf = (home: string, name: MyInvoisEnvironment): string => join(home, name)

/** For commands and the desktop, which know only the home directory. @throws BadConfiguration */
export function chosenDataDir(args: readonly string[], env: Environment): string {
  const home = dataDirFrom(flagsIn(args)['data-dir'], env)
  if (isTold(args, env)) return home
  const { chosen } = readInstallations(home)
  return chosen === 'practice' ? home : directoryOf(home, chosen)
}

const isTold = (args: readonly string[], env: Environment): boolean =>
  (flagsIn(args).authority ?? env['RESIT_AUTHORITY']) !== undefined

function flagsIn(args: readonly string[]) {
  const options = { 'data-dir': { type: 'string' }, authority: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options, strict: false })
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { 'data-dir': textOf(values['data-dir']), authority: textOf(values.authority) }
}
