import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { GatewayProcess } from '../support/process.ts'

/** A program that takes submissions. */
export interface Served {
  readonly port: number
  readonly token: string
  readonly pid: number
}

export async function servedBy(dataDir: string, { port, child }: GatewayProcess): Promise<Served> {
  const control = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const response = await fetch(`http://127.0.0.1:${port}/operator/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['submit', 'read'] }),
  })
  const { token } = (await response.json()) as { readonly token: string }
  return { port, token, pid: child.pid ?? 0 }
}

const programs = {
  storeless: new URL('./storeless.ts', import.meta.url),
  vendor: new URL('./vendor.ts', import.meta.url),
  bareStatus: new URL('./bare-status.ts', import.meta.url),
} as const

/** Starts one of the programs beside this file. @param given its argument: its token, or the path of its database */
export async function startBaseline(
  name: keyof typeof programs,
  given: string,
): Promise<Served & { readonly stop: () => void }> {
  const child = spawn(process.execPath, [fileURLToPath(programs[name]), given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const { port } = JSON.parse(line) as { readonly port: number }
    return { port, token: given, pid: child.pid ?? 0, stop: () => void child.kill() }
  }
  throw new Error(`${name} ended before it was ready`)
}
