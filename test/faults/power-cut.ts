import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { brisk } from '../support/gateway.ts'
import { noMount } from '../support/mounts.ts'
import { spawnGateway } from '../support/process.ts'
import { invoice } from '../support/till.ts'
import { type Survivors, survivors } from './survivors.ts'

export const fileSystems = ['xfs', 'ext4'] as const
export type FileSystem = (typeof fileSystems)[number]

export interface PowerCut extends Survivors {
  readonly acknowledged: number
  /** Acknowledged with 202, but unknown to the gateway after the restart. Must be empty. */
  readonly unknown: readonly string[]
}

const works = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Why this computer cannot simulate a power cut; null if it can. */
export const noPowerCut = (fileSystem: FileSystem): string | null => {
  if (noMount !== null) return noMount
  const missing = ['xfs_io', `mkfs.${fileSystem}`].filter((tool) => !works('which', tool))
  if (missing.length > 0) return `${missing.join(' and ')} missing`
  return works('losetup', '-f') ? null : 'there is no loop device'
}

const run = (command: string, ...args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr.trim()}`)
}

/**
 * Tills sell to a real gateway whose disk stops in the middle: everything that was not synced is lost, as in a power
 * cut.
 */
export async function cutPower(fileSystem: FileSystem, afterMs: number): Promise<PowerCut> {
  const lab = mkdtempSync(join(tmpdir(), 'resit-power-'))
  const image = join(lab, 'disk')
  const disk = join(lab, 'mnt')
  mkdirSync(disk)
  run('truncate', '-s', '400M', image)
  run(`mkfs.${fileSystem}`, ...(fileSystem === 'xfs' ? ['-q', '-f'] : ['-q', '-F']), image)
  run('mount', '-o', 'loop', image, disk)
  try {
    const acknowledged = await sellUntilDark(disk, afterMs)
    run('umount', disk)
    run('mount', '-o', 'loop', image, disk)
    const left = await survivors(join(disk, 'shop'), acknowledged)
    return { ...left, ...(await afterRestart(join(disk, 'shop'), acknowledged)), acknowledged: acknowledged.length }
  } finally {
    works('umount', '-l', disk)
    rmSync(lab, { recursive: true, force: true })
  }
}

const tills = 6

async function sellUntilDark(disk: string, afterMs: number): Promise<readonly string[]> {
  const dataDir = join(disk, 'shop')
  const gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'fatal' })
  const token = readFileSync(join(dataDir, 'control.token'), 'utf8')
  const acknowledged: string[] = []
  let count = 0
  const till = async () => {
    for (;;) {
      count += 1
      const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/sale/invoice_submission`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(invoice(`p${count}`)),
      })
      const { SALE_GUID } = (await response.json()) as { readonly SALE_GUID: string }
      if (response.status === 202) acknowledged.push(SALE_GUID)
    }
  }
  const selling = Array.from({ length: tills }, () => till().catch(() => undefined))
  await pause(afterMs)
  // Answers that it has given may still reach a till. From now on it gives none.
  gateway.child.kill('SIGSTOP')
  await pause(100)
  run('xfs_io', '-x', '-c', 'shutdown', disk)
  await gateway.stop('SIGKILL')
  await Promise.all(selling)
  return acknowledged
}

/** What the tills get when they ask again, and what the gateway reports about its data. */
async function afterRestart(dataDir: string, acknowledged: readonly string[]) {
  const gateway = await spawnGateway(dataDir, { ...brisk, RESIT_LOG_LEVEL: 'fatal' })
  const authorization = `Bearer ${readFileSync(join(dataDir, 'control.token'), 'utf8')}`
  const get = (path: string, headers = {}) =>
    fetch(`http://127.0.0.1:${gateway.port}${path}`, { headers: { authorization, ...headers } })
  try {
    const unknown: string[] = []
    for (const sale_guid of acknowledged) {
      const { status } = await get('/v1/sale/invoice_checkstatus/by_guid', { sale_guid })
      if (status !== 200) unknown.push(sale_guid)
    }
    const health = (await (await get('/operator/v1/health')).json()) as {
      readonly alerts: readonly { readonly code: string }[]
    }
    const findings = health.alerts.map(({ code }) => code).filter((code) => code === 'journal_untrusted')
    return { unknown, ...(findings.length > 0 && { findings }) }
  } finally {
    await gateway.stop()
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { runs: { type: 'string' } } })
  const runs = Number(values.runs ?? 20)
  let wrongs = 0
  for (const fileSystem of fileSystems) {
    const reason = noPowerCut(fileSystem)
    if (reason !== null) {
      console.warn(`SKIPPED: no power can be cut on ${fileSystem} here: ${reason}`)
      continue
    }
    let acknowledged = 0
    for (let nth = 0; nth < runs; nth += 1) {
      // The cuts are spread from the first sales to the checkpoint, which writes the log into the database.
      const cut = await cutPower(fileSystem, 150 + (nth * 2_500) / runs)
      acknowledged += cut.acknowledged
      if (cut.lost.length + cut.unlined.length + cut.unknown.length + cut.findings.length > 0) {
        wrongs += 1
        console.log(`WRONG: ${fileSystem}, run ${nth}: ${JSON.stringify(cut)}`)
      }
    }
    console.log(`${fileSystem}: ${runs} power cuts, ${acknowledged} sales acknowledged`)
  }
  console.log(`${wrongs} went wrong`)
  process.exitCode = wrongs === 0 ? 0 : 1
}

if (import.meta.main) await main()
