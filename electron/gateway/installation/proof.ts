import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import type { DataDir } from './data-dir.ts'

const place = '/operator/proof'
const withinMs = 2_000

/** Where a gateway is asked to prove itself: anything but such a number is no page of it. */
export const proofPath = `${place}/:nonce(^[0-9a-f]{64}$)`

/**
 * Proves to a program that may read the control token that this is the gateway of its data directory, without telling the
 * token. The port is part of it: who listens on another one cannot have the question answered here.
 */
export const proofOf = (controlToken: string, port: number, nonce: string): string =>
  createHmac('sha256', controlToken).update(`resit gateway\n${port}\n${nonce}`).digest('hex')

/** With what the desktop shows that a request is one of its own window: what only who may read the token can show. */
export const desktopSignOf = (controlToken: string) => ({
  header: 'x-desktop',
  value: createHmac('sha256', controlToken).update('resit desktop').digest('hex'),
})

const named = z.object({ port: z.int().min(1).max(65_535) })

/** Which port a file names that a gateway or an administrator left; null where there is none, or it is half written. */
export function namedPort(file: string): number | null {
  if (!existsSync(file)) return null
  try {
    return named.parse(JSON.parse(readFileSync(file, 'utf8'))).port
  } catch {
    // By a gateway that was killed, or by hand: as good as none.
    return null
  }
}

const shape = z.object({ proof: z.string().regex(/^[0-9a-f]{64}$/) })

export type GatewayProof =
  /** Only a gateway that wrote this directory's control token can answer like that. */
  | 'proven'
  /** Another program listens there, and must be told nothing secret. */
  | 'unproven'
  | 'nobody'

/**
 * Who listens on a port that a file named. A gateway that lost its power leaves that file behind, and then any program
 * of any user may have taken the port. Sends nothing but a random number.
 */
export async function whoListens(
  port: number,
  { controlToken: file }: Pick<DataDir, 'controlToken'>,
): Promise<GatewayProof> {
  const nonce = randomBytes(32).toString('hex')
  try {
    const signal = AbortSignal.timeout(withinMs)
    const answer = await fetch(`http://127.0.0.1:${port}${place}/${nonce}`, { signal, redirect: 'error' })
    const { proof } = shape.parse(await answer.json())
    // Read behind the answer: a gateway that starts this moment has written a new one before it names its port.
    const token = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    const isProven = token !== '' && timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(token, port, nonce)))
    return isProven ? 'proven' : 'unproven'
  } catch (cause) {
    return isRefused(cause) ? 'nobody' : 'unproven'
  }
}

const isRefused = (cause: unknown): boolean =>
  cause instanceof Error && cause.cause instanceof Error && 'code' in cause.cause && cause.cause.code === 'ECONNREFUSED'
