import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadConfiguration, type Environment } from './values.ts'

/** 32 bytes. */
const keyForm = /^[A-Za-z0-9+/]{43}=$/

/**
 * With which the processes of a head office seal the secrets that they share.
 * @returns null where they share none
 * @throws BadConfiguration, which does not repeat it
 */
export function readSecretsKey(env: Environment): Uint8Array | null {
  const { RESIT_SECRETS_KEY: given, INIT_CWD: from = '' } = env
  if (given === undefined) return null
  const text = textOf(resolve(from, given))
  if (!keyForm.test(text))
    throw new BadConfiguration(
      'RESIT_SECRETS_KEY must name a file with 32 random bytes in base64, as `openssl rand -base64 32` writes them.',
    )
  return Buffer.from(text, 'base64')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new BadConfiguration(`RESIT_SECRETS_KEY: the file ${file} cannot be read.`, { cause })
  }
}
