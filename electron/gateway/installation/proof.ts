import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import type { DataPaths } from './data-dir.ts'

const place = '/operator/proof'
const withinMs = 2_000

/** Any other path under it is no page. */
export const proofRoute = `${place}/:nonce(^[0-9a-f]{64}$)`

/**
 * Proves to a program with the control token that this is the gateway of its data directory, without showing the token.
 * The port is part of the proof: a program on another port cannot forward the question.
 */
export const gatewayProofOf = (controlToken: string, port: number, nonce: string): string =>
  createHmac('sha256', controlToken).update(`resit gateway\n${port}\n${nonce}`).digest('hex')

/** Proves that a request comes from the desktop's own window: only a reader of the token can make it. */
export const desktopHeader = (controlToken: string) => ({
  header: 'x-desktop',
  value: createHmac('sha256', controlToken).update('resit desktop').digest('hex'),
})

const portShape = z.object({ port: z.int().min(1).max(65_535) })
const proofShape = z.object({ proof: z.string().regex(/^[0-9a-f]{64}$/) })

/** The port in a file of a gateway or administrator; null if the file is missing or incomplete. */
export function readPortFile(file: string): number | null {
  if (!existsSync(file)) return null
  // Left by a killed gateway, or edited by hand: it counts as missing.
  return nullIfThrown(() => portShape.parse(JSON.parse(readFileSync(file, 'utf8'))).port)
}

/**
 * Whether the gateway of this data directory listens there: only it can make a proof with the control token. A gateway
 * that lost power leaves its file behind, and any program may have taken the port since. Only a random number is sent.
 */
export async function isGatewayAt(
  port: number,
  { controlToken: file }: Pick<DataPaths, 'controlToken'>,
): Promise<boolean> {
  const nonce = randomBytes(32).toString('hex')
  try {
    const signal = AbortSignal.timeout(withinMs)
    const answer = await fetch(`http://127.0.0.1:${port}${place}/${nonce}`, { signal, redirect: 'error' })
    const { proof } = proofShape.parse(await answer.json())
    // Read after the answer: a gateway that is just starting writes its token before it names its port.
    const token = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    return token !== '' && timingSafeEqual(Buffer.from(proof), Buffer.from(gatewayProofOf(token, port, nonce)))
  } catch {
    return false
  }
}
