import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { demoCompanyAt } from '../../electron/gateway/features/companies/demo-company.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { queueSchema } from '../../shared/api/operator/health.ts'
import { askAt } from '../support/ask-at.ts'
import { spawnGateway } from '../support/process.ts'
import { startSandbox } from '../support/sandbox.ts'
import { fill, openForPast } from './fill.ts'
import { receipts } from './receipt.ts'
import { sandboxSettings } from './sandbox-settings.ts'
import { servedBy } from './served.ts'

/**
 * Measures a small computer that also runs the till: the gateway has a quarter of each of two processors. Twelve tills
 * sell, while thousands of waiting documents are signed and sent at the pace that the authority allows. It needs Linux
 * and root, to limit the processes.
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000' },
    /** Between two sales of a till. */
    pause: { type: 'string', default: '500' },
    /** Of all processors together, in percent of one. */
    share: { type: 'string', default: '50' },
  },
})
const documents = Number(values.documents)
const pauseMs = Number(values.pause)
const tills = 12
const mostSeconds = 300
const say = (text: string) => void process.stdout.write(`${text}\n`)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A group of processes with limited processor time. The limit holds for each hundredth of a second, so that the group
 * is never stopped for long.
 */
class Limited {
  readonly #folder = '/sys/fs/cgroup/cpu/resit-small-till'

  constructor(percent: number) {
    if (!existsSync('/sys/fs/cgroup/cpu')) throw new Error('there is no /sys/fs/cgroup/cpu to limit a process by')
    mkdirSync(this.#folder, { recursive: true })
    const periodUs = 10_000
    this.#write('cpu.cfs_period_us', periodUs)
    this.#write('cpu.cfs_quota_us', (periodUs * percent) / 100)
  }

  #write(name: string, value: number): void {
    writeFileSync(join(this.#folder, name), String(value))
  }

  take(pid: number): void {
    this.#write('cgroup.procs', pid)
  }

  /** Call it after the last process has ended. */
  end(): void {
    rmdirSync(this.#folder)
  }
}

async function sell(target: { readonly port: number; readonly token: string }, body: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(`http://127.0.0.1:${target.port}/v1/sale/invoice_submission`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body,
  })
  await response.arrayBuffer()
  if (response.status !== 202) throw new Error(`a sale was answered ${response.status}`)
  return performance.now() - begun
}

const report = (name: string, times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  say(
    `${name}: ${sorted.length} sales, median ${at(0.5)} ms, 99th of 100 ${at(0.99)}, longest ${(sorted.at(-1) ?? 0).toFixed(0)}`,
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'resit-small-till-'))
const sandbox = await startSandbox(demoCompanyAt(0).profile.tin)
const env = {
  RESIT_LOG_LEVEL: 'error',
  RESIT_SCREENS: 'off',
  ...sandboxSettings(sandbox, dataDir),
}
const limited = new Limited(Number(values.share))
try {
  await (await spawnGateway(dataDir, { ...env, RESIT_DISPATCH: 'off' })).stop()
  const store = await openForPast(dataDir)
  await store.companies.save(demoCompanyAt(systemClock.now()), 'bench')
  await store.upkeep.close()
  await fill(dataDir, documents, 'waiting')

  async function selling(name: string, dispatch: string, isOver: (unsent: number) => boolean): Promise<void> {
    const gateway = await spawnGateway(dataDir, { ...env, RESIT_DISPATCH: dispatch })
    const served = await servedBy(dataDir, gateway)
    const ask = askAt(dataDir, gateway.port)
    limited.take(gateway.child.pid ?? 0)
    const next = receipts(name.replaceAll(' ', '-'))
    const times: number[] = []
    const closing = new AbortController()
    const till = async (_: unknown, at: number) => {
      for (await wait((at * pauseMs) / tills); !closing.signal.aborted; await wait(pauseMs))
        times.push(await sell(served, next()))
    }
    const begun = performance.now()
    const seconds = () => (performance.now() - begun) / 1000
    const all = Promise.all(Array.from({ length: tills }, till))
    let unsent = documents
    while (!isOver(unsent) && seconds() < mostSeconds) {
      await wait(2_000)
      unsent = queueSchema.parse((await ask('/operator/v1/queue'))?.body).unsent
    }
    closing.abort()
    await all
    report(`${name}, ${unsent} unsent after ${seconds().toFixed(0)} s`, times)
    await gateway.stop()
  }

  let looks = 0
  await selling('nothing is sent', 'off', () => (looks += 1) > 4)
  await selling('what waited is sent', 'on', (unsent) => unsent < 50)
} finally {
  await sandbox.close()
  limited.end()
  rmSync(dataDir, { recursive: true, force: true })
}
