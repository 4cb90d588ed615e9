import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A stand-in for MyInvois's sandbox. A gateway knows only its address. */
export interface Sandbox {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** A certificate of the company that the sandbox trusts. */
  readonly certificate: { readonly pkcs12: string; readonly password: string }
  close(): Promise<void>
}

/** A company that the sandbox knows. */
export const liveCompany = {
  COMPANY_GUID: '22222222-2222-4222-8222-222222222222',
  COMPANY_CODE: 'KEDAI',
  NAME: 'Syarikat Pelanggan Sdn. Bhd.',
  TIN: 'C25845632020',
  ID_TYPE: 'BRN',
  ID_NUMBER: '201901234567',
  MSIC_CODE: '47111',
  BUSINESS_ACTIVITY: 'Provision stores',
  PHONE: '+60387654321',
  ADDRESS: { LINES: ['12 Jalan Rumah'], CITY: 'Shah Alam', POSTCODE: '40000', STATE_CODE: '10', COUNTRY_CODE: 'MYS' },
  TIME_ZONE: 'Asia/Kuala_Lumpur',
} as const

const program = fileURLToPath(new URL('sandbox-process.ts', import.meta.url))

export async function startSandbox(tin: string = liveCompany.TIN): Promise<Sandbox> {
  const child = spawn(process.execPath, [program, tin], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => {
      throw new Error('the sandbox of the test ended')
    }),
  ])) as [string]
  return {
    ...(JSON.parse(line) as Omit<Sandbox, 'close'>),
    async close() {
      child.kill()
      await ended
    },
  }
}
