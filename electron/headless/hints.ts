import { parseArgs } from 'node:util'
import { dataDirOf } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'

/**
 * A sentence whose commands in quotes (“resit verify”) say which data directory they are for, if it is not the one
 * that a command takes by itself: typed as it stands, a hint would work on another directory, or on none.
 */
export function withDataDir(sentence: string, dataDir: string, env: Environment): string {
  if (dataDir === usualDataDir(env)) return sentence
  return sentence.replace(/“resit ([^”]+)”/g, (_, words: string) => `“resit ${words}${dataDirFlag(dataDir, env)}”`)
}

/** The same, before anything was made of the command line. */
export function withGivenDataDir(sentence: string, args: readonly string[], env: Environment): string {
  const options = { 'data-dir': { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options, strict: false })
  const flag = values['data-dir']
  if (flag === '' || env['RESIT_DATA_DIR'] === '') return sentence
  return withDataDir(sentence, dataDirOf(typeof flag === 'string' ? flag : undefined, env), env)
}

/** What has to be added to a command; nothing if it finds the directory by itself. */
export const dataDirFlag = (dataDir: string, env: Environment): string =>
  dataDir === usualDataDir(env) ? '' : ` --data-dir ${/[\s"'$&;()<>|*?\\]/.test(dataDir) ? `"${dataDir}"` : dataDir}`

/** RESIT_DATA_DIR is set for the gateway, and perhaps not where the hint is typed. */
const usualDataDir = (env: Environment): string => dataDirOf(undefined, { ...env, RESIT_DATA_DIR: undefined })
