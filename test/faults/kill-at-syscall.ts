import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brisk } from '../support/gateway.ts'
import { type GatewayProcess, spawnGateway } from '../support/process.ts'
import { attach, injecting, noStrace } from '../support/strace.ts'
import { isClean, type Judgement } from './oracle.ts'
import { ShopDay } from './shop-day.ts'

export const deadlyCalls = ['fsync', 'fdatasync', 'pwrite64'] as const
export type DeadlyCall = (typeof deadlyCalls)[number]

/** `start` makes a new database; `day` is a whole day of a shop. */
export const phases = ['start', 'day'] as const
export type Phase = (typeof phases)[number]

export interface Kill {
  readonly phase: Phase
  readonly call: DeadlyCall
  /** Counts the calls of the store's thread. */
  readonly nth: number
}

export interface Killed {
  /** False if the run ended before its nth call. */
  readonly wasKilled: boolean
  /** What is wrong; null for nothing. */
  readonly wrong: string | null
}

const env = { ...brisk, RESIT_DISPATCH_DELAY_MS: '150', RESIT_LOG_LEVEL: 'error' }

/**
 * Kills a real gateway at its nth system call, starts it again, and repeats every request as tills do. The oracle then
 * checks that everything acknowledged exists once, here and at the authority, and that voided sales do not exist there.
 */
export async function killAt(kill: Kill): Promise<Killed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'resit-kill-'))
  const running: GatewayProcess[] = []
  const start = async () => {
    const gateway = await spawnGateway(dataDir, env)
    running.push(gateway)
    return gateway
  }
  try {
    const day = new ShopDay(dataDir)
    const wasKilled =
      kill.phase === 'day' ? await killedInDay(kill, day, await start()) : await killedAtStart(kill, dataDir)
    const again = await start()
    const isDone = (await day.work(again.port)) && (await day.rest(again.port))
    const code = await again.stop()
    if (!isDone || code !== 0) return { wasKilled, wrong: `not done after the restart: ${again.stderr()}` }
    return { wasKilled, wrong: verdict(await day.judge()) }
  } catch (cause) {
    return { wasKilled: true, wrong: String(cause) }
  } finally {
    for (const gateway of running) await gateway.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function killedInDay({ call, nth }: Kill, day: ShopDay, { child, port }: GatewayProcess): Promise<boolean> {
  const ended = once(child, 'exit')
  const inject = `${call}:signal=SIGKILL:when=${nth}`
  const tracer = await attach(child.pid ?? 0, { inject, paths: databaseIn(dirOf(child.spawnargs)) })
  const isDone = (await day.work(port)) && (await day.rest(port))
  await tracer.detach()
  if (isDone) child.kill('SIGTERM')
  await ended
  return child.signalCode === 'SIGKILL'
}

const dirOf = (args: readonly string[]): string => args[args.indexOf('--data-dir') + 1] ?? ''

/** The database of the store and its log. The files of the practice authority are not ours. */
function databaseIn(dataDir: string): readonly string[] {
  const ours = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('practice'),
  )
  return ours.map((name) => join(dataDir, name))
}

/** Runs the gateway under the tracer from its first call. @returns false if it started all the same */
async function killedAtStart({ call, nth }: Kill, dataDir: string): Promise<boolean> {
  const through = ['strace', ...injecting({ inject: `${call}:signal=SIGKILL:when=${nth}` })]
  const gateway = await spawnGateway(dataDir, env, through).catch((cause: unknown) => {
    if (cause instanceof Error && 'exitCode' in cause) return null
    throw cause
  })
  if (gateway === null) return true
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'gateway.json'), 'utf8')) as { readonly pid: number }
  const ended = once(gateway.child, 'exit')
  process.kill(pid, 'SIGTERM')
  await ended
  return false
}

function verdict(judgement: Judgement): string | null {
  const { Voided = 0, Valid = 0, Cancelled = 0 } = judgement.statuses
  // After a crash a sale may be sent before its void is repeated.
  const isWhole = Voided + Valid + Cancelled === 6 && Cancelled === 1 && Voided <= 1
  return isClean(judgement) && isWhole ? null : JSON.stringify(judgement)
}

/** Kills at every nth call, up to a limit, and prints a line for each failure. */
async function killThemAll(): Promise<void> {
  if (noStrace !== null) {
    console.warn(`SKIPPED: no process can be killed at a call here: ${noStrace}`)
    return
  }
  const options = {
    from: { type: 'string' },
    step: { type: 'string' },
    most: { type: 'string' },
    only: { type: 'string' },
  } as const
  const { values } = parseArgs({ options })
  const step = Number(values.step ?? 1)
  let wrongs = 0
  for (const phase of phases)
    for (const call of deadlyCalls) {
      if (values.only !== undefined && !`${phase} ${call}`.includes(values.only)) continue
      let kills = 0
      for (let nth = Number(values.from ?? 1); kills < Number(values.most ?? Number.POSITIVE_INFINITY); nth += step) {
        const { wasKilled, wrong } = await killAt({ phase, call, nth })
        if (wrong !== null) process.stdout.write(`WRONG: ${phase}, ${call} ${nth}: ${wrong}\n`)
        if (wrong !== null) wrongs += 1
        if (!wasKilled) break
        kills += 1
      }
      process.stdout.write(`${phase}, every ${step === 1 ? '' : `${step}th `}${call}: killed ${kills} times\n`)
    }
  process.stdout.write(`${wrongs} went wrong\n`)
  process.exitCode = wrongs === 0 ? 0 : 1
}

if (import.meta.main) await killThemAll()
