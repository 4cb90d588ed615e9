import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bareLoop } from './bare-loop.ts'
import { type Load, load } from './load.ts'
import { receipts } from './receipt.ts'

export interface Served {
  readonly port: number
  readonly token: string
}

const path = '/v1/sale/invoice_submission'
const rounds = 3
const seconds = 2

export interface Intake {
  readonly connections: number
  readonly perSecond: number
  readonly p99Ms: number
  /** To the bare insert loop, to it without the body, and to the same app without a store. */
  readonly toBare: number
  readonly toBareRecord: number
  readonly toStoreless: number
}

/** Submissions a second at so many connections, with both baselines in the same round: the disk's mood changes. */
export async function intake(gateway: Served, storeless: Served, connections: number): Promise<Intake> {
  // Nobody measures a program that is still being compiled.
  await submissions(storeless, connections, `warm ${connections}`)
  await submissions(gateway, connections, `warm ${connections}`)
  const results: { readonly bare: number; readonly bareRecord: number; readonly without: Load; readonly kept: Load }[] =
    []
  for (let round = 0; round < rounds; round += 1) {
    const run = `${connections}-${round}`
    const bare = bareLoop(1, 'whole')
    const bareRecord = bareLoop(1, 'record')
    const without = await submissions(storeless, connections, run)
    const kept = await submissions(gateway, connections, run)
    results.push({ bare, bareRecord, without, kept })
  }
  return {
    connections,
    perSecond: median(results.map(({ kept }) => kept.perSecond)),
    p99Ms: median(results.map(({ kept }) => kept.p99Ms)),
    toBare: median(results.map(({ kept, bare }) => kept.perSecond / bare)),
    toBareRecord: median(results.map(({ kept, bareRecord }) => kept.perSecond / bareRecord)),
    toStoreless: median(results.map(({ kept, without }) => kept.perSecond / without.perSecond)),
  }
}

const submissions = ({ port, token }: Served, connections: number, run: string) =>
  load({ port, path, headers: { authorization: `Bearer ${token}` }, body: receipts(run) }, connections, seconds)

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function startStoreless(token: string): Promise<Served & { stop(): void }> {
  const program = fileURLToPath(new URL('./storeless.ts', import.meta.url))
  const child = spawn(process.execPath, [program, token], { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(child.stdout)) {
    const { port } = JSON.parse(line) as { readonly port: number }
    return { port, token, stop: () => void child.kill() }
  }
  throw new Error('the storeless app ended before it was ready')
}
