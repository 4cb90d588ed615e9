import { readFileSync } from 'node:fs'
import { type Load, load, type Target } from './load.ts'
import { receipts } from './receipt.ts'
import type { Served } from './served.ts'

/** A load and its processor time, which other programs hardly change. */
export interface Paid extends Load {
  /** For each request: of all threads of the process, in its own code and in the system. */
  readonly cpuUs: number
}

interface Course {
  readonly connections: number
  readonly seconds: number
  /** Names the sales, so that each is new. */
  readonly run: string
}

const path = '/v1/sale/invoice_submission'

export async function paid({ port, token, pid }: Served, { connections, seconds, run }: Course): Promise<Paid> {
  const target = { port, path, headers: { authorization: `Bearer ${token}` }, body: receipts(run) }
  return paidFor(pid, target, { connections, seconds })
}

/** Measures a load of any requests to one process. @throws as `load` */
export async function paidFor(
  pid: number,
  target: Target,
  { connections, seconds }: Omit<Course, 'run'>,
): Promise<Paid> {
  const before = cpuUsOf(pid)
  const done = await load(target, connections, seconds)
  return { ...done, cpuUs: (cpuUsOf(pid) - before) / done.count }
}

/** Linux counts processor time in hundredths of a second. */
const tickUs = 10_000

function cpuUsOf(pid: number): number {
  // The name in brackets may contain spaces. User and system time are the 12th and 13th value after it.
  const [, rest = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickUs
}
