import { parseArgs } from 'node:util'
import { dataDirFrom } from '../gateway/settings/settings.ts'
import type { Environment } from '../gateway/settings/values.ts'

/**
 * Adds --data-dir to the commands in quotes (“resit verify”), unless they find the directory by themselves: otherwise
 * they would work on another one.
 */
export function addDataDirFlags(sentence: string, dataDir: string, env: Environment): string {
  if (dataDir === usualDataDir(env)) return sentence
  return sentence.replace(
    /“resit ([^”]+)”/g,
    (_, words: string) => `“resit ${words}${dataDirFlagIfNeeded(dataDir, env)}”`,
  )
}

/** For errors that come before the command line was read. */
export function addDataDirFromArgs(sentence: string, args: readonly string[], env: Environment): string {
  const options = { 'data-dir': { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options, strict: false })
  const flag = values['data-dir']
  if (flag === '' || env['RESIT_DATA_DIR'] === '') return sentence
  return addDataDirFlags(sentence, dataDirFrom(typeof flag === 'string' ? flag : undefined, env), env)
}

/** Empty if a command finds the directory by itself. */
const dataDirFlagIfNeeded = (dataDir: string, env: Environment): string =>
  dataDir === usualDataDir(env) ? '' : ` --data-dir ${/[\s"'$&;()<>|*?\\]/.test(dataDir) ? `"${dataDir}"` : dataDir}`

/** RESIT_DATA_DIR may be set for the gateway only. */
const usualDataDir = (env: Environment): string => dataDirFrom(undefined, { ...env, RESIT_DATA_DIR: undefined })
