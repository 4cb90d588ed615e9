import { writeFileSync } from 'node:fs'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import type { Reached } from './calls-over.ts'

export interface CertificateIssued {
  readonly file: string
  readonly password: string
}

/**
 * Has a practice certificate issued and writes it into a new file that only its owner reads.
 * @throws BadConfiguration where the file cannot be made, or is there already
 */
export async function saveCertificate(reached: Reached, company: string, file: string): Promise<CertificateIssued> {
  const { certificate, password } = await reached.call('practiceCertificate', { body: { company } })
  try {
    writeFileSync(file, Buffer.from(certificate, 'base64'), { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    throw new BadConfiguration(`${file} cannot be written: ${(cause as Error).message}`, { cause })
  }
  return { file, password }
}
