import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Practice } from '../../electron/gateway/authority/practice/practice.ts'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { hasFakeTime, wallClock } from '../faults/process/machine.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { brisk } from '../support/gateway.ts'
import { startQuietAuthority } from '../support/quiet-authority.ts'
import { makeSmallDisk, noSmallDisk, type SmallDisk } from './disk.ts'
import { GatewayLife } from './life.ts'

/** The authority with its ledger, the connection to it, and a gateway on a computer on which everything can fail. */
export interface Shop {
  readonly practice: Practice
  readonly line: FaultProxy
  readonly life: GatewayLife
  readonly dataDir: string
  /** Null if the wall clock cannot be set here. */
  readonly clock: { set(offset: string): void } | null
  /** Null if no disk can be filled here. */
  readonly disk: SmallDisk | null
  /** Copies the data folder to a place that is not removed. */
  keep(): string
  close(): Promise<void>
}

/** Long enough that no request is on its way at the end of a quarantine, and short enough for a soak test. */
const pace = {
  RESIT_REQUEST_TIMEOUT_MS: '1500',
  RESIT_QUARANTINE_MS: '4000',
  RESIT_LOOKUP_INTERVAL_MS: '400',
  RESIT_CANCEL_WAIT_MS: '800',
  RESIT_RETRY_BASE_MS: '80',
  // A sale waits a moment before it is sent, so that it can be voided.
  RESIT_DISPATCH_DELAY_MS: '250',
  RESIT_SCREENS: 'off',
  RESIT_LOG_LEVEL: 'error',
}

/** Prints a warning for each fault that this computer cannot cause. */
export async function openShop(): Promise<Shop> {
  if (!hasFakeTime) console.warn('LEFT OUT: without libfaketime no clock jumps')
  if (noSmallDisk !== null) console.warn(`LEFT OUT: no disk gets full here: ${noSmallDisk}`)
  const lab = mkdtempSync(join(tmpdir(), 'resit-soak-'))
  const disk = noSmallDisk === null ? makeSmallDisk(lab) : null
  const dataDir = join(disk?.folder ?? lab, 'shop')
  mkdirSync(dataDir)
  const practice = await startQuietAuthority({
    file: join(lab, 'ledger.db'),
    rateScale: 1000,
    validationMs: 200,
  })
  const line = await startFaultProxy(practice.url)
  const clock = hasFakeTime ? wallClock(join(lab, 'clock')) : null
  const { clientId, clientSecret } = practice.credentialsFor(demoCompanyAt(0).profile.tin)
  const life = new GatewayLife(dataDir, {
    ...brisk,
    ...pace,
    ...clock?.env,
    RESIT_AUTHORITY: 'myinvois',
    RESIT_MYINVOIS_API_URL: line.url,
    RESIT_MYINVOIS_CLIENT_ID: clientId,
    RESIT_MYINVOIS_CLIENT_SECRET: clientSecret,
  })
  return {
    practice,
    line,
    life,
    dataDir,
    clock,
    disk,
    keep() {
      const kept = mkdtempSync(join(tmpdir(), 'resit-soak-kept-'))
      cpSync(dataDir, join(kept, 'shop'), { recursive: true })
      cpSync(join(lab, 'ledger.db'), join(kept, 'ledger.db'))
      return kept
    },
    async close() {
      await life.kill()
      await line.close()
      await practice.close()
      disk?.remove()
      rmSync(lab, { recursive: true, force: true })
    },
  }
}

export const controlTokenOf = ({ dataDir }: Pick<Shop, 'dataDir'>): string =>
  readFileSync(join(dataDir, 'control.token'), 'utf8')
