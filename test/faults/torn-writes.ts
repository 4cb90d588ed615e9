import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brisk } from '../support/gateway.ts'
import { spawnGateway } from '../support/process.ts'
import { noStrace } from '../support/strace.ts'
import { chanceOf } from './chance.ts'
import { type Crash, crashed, type Fate, fates, filesIn, layOut } from './crash-state.ts'
import { isClean } from './oracle.ts'
import { type Recorded, recorded, recordingTo } from './recording.ts'
import { ShopDay } from './shop-day.ts'
import { survivors } from './survivors.ts'

/** The sealed head and the copy are on the same disk, so the crash hits them too. */
const envIn = (lab: string) => ({
  ...brisk,
  RESIT_DISPATCH_DELAY_MS: '150',
  RESIT_LOG_LEVEL: 'error',
  XDG_STATE_HOME: join(lab, 'state'),
})
const shopIn = (lab: string) => join(lab, 'shop')

/** A shop's day, with all calls of its gateway to the disk. */
export interface Recording {
  readonly folder: string
  readonly before: ReadonlyMap<string, Buffer>
  readonly operations: readonly Recorded[]
  readonly day: ShopDay
  /** The day before, which was completed. */
  readonly eve: ShopDay
}

/** Records the second day of a gateway, from its start to its stop. */
export async function record(): Promise<Recording> {
  const lab = mkdtempSync(join(tmpdir(), 'resit-record-'))
  const folder = join(lab, 'disk')
  const shop = shopIn(folder)
  const env = envIn(folder)
  mkdirSync(folder)
  try {
    const first = await spawnGateway(shop, env)
    const eve = new ShopDay(shop, 1)
    if (!(await eve.work(first.port)) || !(await eve.rest(first.port))) throw new Error('the day before failed')
    await first.stop()
    const before = filesIn(folder)
    const trace = join(lab, 'trace')
    const gateway = await spawnGateway(shop, env, recordingTo(trace))
    const day = new ShopDay(shop)
    const isDone = (await day.work(gateway.port)) && (await day.rest(gateway.port))
    const { pid } = JSON.parse(readFileSync(join(shop, 'gateway.json'), 'utf8')) as { readonly pid: number }
    const ended = once(gateway.child, 'exit')
    process.kill(pid, 'SIGTERM')
    await ended
    if (!isDone) throw new Error(`the recorded day failed: ${gateway.stderr()}`)
    return { folder, before, operations: recorded(trace, folder), day, eve }
  } finally {
    rmSync(lab, { recursive: true, force: true })
  }
}

/** Acknowledged before the power cut, so that no later call was needed. */
function acknowledgedBefore({ operations, day }: Recording, after: number): readonly string[] {
  const cutMs = operations[after]?.begunMs ?? Number.POSITIVE_INFINITY
  // The clock has whole milliseconds.
  return [...day.acknowledgedAtMs].filter(([, atMs]) => atMs + 1 < cutMs).map(([guid]) => guid)
}

/** @returns acknowledged sales that are missing in the database or in its chain */
export function leftBy(recording: Recording, crash: Crash) {
  return inState(recording, crash, async (folder) =>
    survivors(shopIn(folder), acknowledgedBefore(recording, crash.after)),
  )
}

/**
 * Starts the real gateway on the files that a power cut left. The tills repeat their requests, and the oracle checks.
 * @returns what is wrong; null for nothing
 */
export async function wrongAfter(recording: Recording, crash: Crash): Promise<string | null> {
  const acknowledged = acknowledgedBefore(recording, crash.after)
  return inState(recording, crash, async (folder) => {
    const shop = shopIn(folder)
    const left = await survivors(shop, acknowledged)
    if (left.lost.length + left.unlined.length + left.findings.length > 0) return JSON.stringify(left)
    const gateway = await spawnGateway(shop, envIn(folder))
    try {
      const unknown = await unknownOf(acknowledged, shop, gateway.port)
      if (unknown.length > 0) return `not known: ${unknown.join(' ')}`
      const day = recording.day.at(shop)
      const isDone = (await day.work(gateway.port)) && (await day.rest(gateway.port))
      const code = await gateway.stop()
      if (!isDone || code !== 0) return `not done after the restart: ${gateway.stderr()}`
      const judgement = await day.judge([...recording.eve.guids, ...day.guids])
      return isClean(judgement) ? null : JSON.stringify(judgement)
    } finally {
      await gateway.stop('SIGKILL')
    }
  }).catch((cause: unknown) => String(cause))
}

async function inState<Found>(
  { before, operations, folder: recordedIn }: Recording,
  crash: Crash,
  look: (folder: string) => Promise<Found>,
): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'resit-torn-'))
  try {
    layOut(crashed(before, operations, { ...crash, folder: recordedIn }), folder)
    return await look(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function unknownOf(acknowledged: readonly string[], shop: string, port: number): Promise<readonly string[]> {
  const authorization = `Bearer ${readFileSync(join(shop, 'control.token'), 'utf8')}`
  const unknown: string[] = []
  for (const sale_guid of acknowledged) {
    const url = `http://127.0.0.1:${port}/v1/sale/invoice_checkstatus/by_guid`
    const { status } = await fetch(url, { headers: { authorization, sale_guid } })
    if (status !== 200) unknown.push(sale_guid)
  }
  return unknown
}

/** Random crashes: after which call, and what happens to unsynced writes. */
function* crashesOf({ operations }: Recording, seed: number): Generator<Crash & { readonly fate: Fate }, never> {
  for (let nth = 0; ; nth += 1) {
    const chance = chanceOf(seed + nth)
    yield { after: chance.upTo(operations.length + 1), fate: fates[nth % fates.length] ?? 'torn', chance }
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { states: { type: 'string' }, seed: { type: 'string' } } })
  const states = Number(values.states ?? 100)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  if (noStrace !== null) return console.warn(`SKIPPED: no calls can be recorded here: ${noStrace}`)
  console.log(`--states ${states} --seed ${seed}`)
  const recording = await record()
  let wrongs = 0
  for (const crash of crashesOf(recording, seed).take(states)) {
    const wrong = await wrongAfter(recording, crash)
    if (wrong === null) continue
    wrongs += 1
    console.log(`WRONG: after ${crash.after} of ${recording.operations.length}, ${crash.fate}: ${wrong}`)
  }
  console.log(`${recording.operations.length} operations recorded, ${states} states, ${wrongs} went wrong`)
  process.exitCode = wrongs === 0 ? 0 : 1
}

if (import.meta.main) await main()
