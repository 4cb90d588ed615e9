import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'

/** A new data directory for every test, removed after it, and the gateway on it as a process. */
export function freshInstallation() {
  let dataDir: string
  let gateway: GatewayProcess | null = null
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'resit-journey-'))
  })
  afterEach(async () => {
    await gateway?.stop('SIGKILL')
    gateway = null
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    get dataDir() {
      return dataDir
    },
    /** The gateway that was started last; null if it was stopped. */
    get gateway() {
      return gateway
    },
    async start(env: Environment = {}): Promise<GatewayProcess> {
      gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'error', ...env })
      return gateway
    },
    async stop(): Promise<void> {
      await gateway?.stop()
      gateway = null
    },
  }
}
