import { join } from 'node:path'
import { median } from './intake.ts'
import { type Paid, paidFor } from './paid.ts'
import { type Served, startBaseline } from './served.ts'

const rounds = 5
const path = '/v1/sale/invoice_checkstatus/by_guid'

export interface Status {
  readonly connections: number
  readonly perSecond: number
  readonly p99Ms: number
  readonly cpuUs: number
  readonly barePerSecond: number
  readonly bareCpuUs: number
  /** Compared with Fastify and a prepared read of the same row: answers a second, and processor time. */
  readonly toBare: number
  readonly cpuToBare: number
}

/**
 * Asks a gateway and the smallest possible server in turns for the state of a sale, so that other load slows both
 * alike.
 */
export async function statusBesideBare(
  { port, token, pid }: Served,
  dataDir: string,
  guid: string,
): Promise<readonly Status[]> {
  const headers = { authorization: `Bearer ${token}`, sale_guid: guid }
  const bare = await startBaseline('bareStatus', join(dataDir, 'resit.db'))
  const ofGateway = (course: Course) => paidFor(pid, { port, path, headers }, course)
  const ofBare = (course: Course) => paidFor(bare.pid, { port: bare.port, path, headers }, course)
  try {
    const found: Status[] = []
    for (const connections of [1, 8]) {
      for (const ask of [ofGateway, ofBare]) await ask({ connections, seconds: 2 })
      const measured: (readonly [Paid, Paid])[] = []
      for (let round = 0; round < rounds; round += 1) {
        const course = { connections, seconds: 1 }
        measured.push([await ofGateway(course), await ofBare(course)])
      }
      found.push(typical(connections, measured))
    }
    return found
  } finally {
    bare.stop()
  }
}

interface Course {
  readonly connections: number
  readonly seconds: number
}

function typical(connections: number, measured: readonly (readonly [Paid, Paid])[]): Status {
  const of = (figure: (own: Paid, bare: Paid) => number) => median(measured.map(([own, bare]) => figure(own, bare)))
  return {
    connections,
    perSecond: of((own) => own.perSecond),
    p99Ms: of((own) => own.p99Ms),
    cpuUs: of((own) => own.cpuUs),
    barePerSecond: of((_, bare) => bare.perSecond),
    bareCpuUs: of((_, bare) => bare.cpuUs),
    toBare: of((own, bare) => own.perSecond / bare.perSecond),
    cpuToBare: of((own, bare) => own.cpuUs / bare.cpuUs),
  }
}
