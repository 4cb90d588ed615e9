import { createHash, createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../support/gateway.ts'

let shop: TestGateway
let token: string
beforeAll(async () => {
  shop = await startGateway()
  token = await shop.token()
})
afterAll(() => shop.close())

const keyed = (secret: string, text: string) =>
  createHmac('sha256', createHash('sha256').update(secret).digest()).update(text).digest('hex')
const markOf = (secret: string) => keyed(secret, 'resit token').slice(0, 32)
const challenge = randomBytes(32).toString('hex')

async function proofFor(mark: string, asked = challenge): Promise<string | null> {
  const headers = { 'x-resit-challenge': asked, 'x-resit-token-mark': mark }
  const answer = await fetch(`http://127.0.0.1:${shop.port}/healthz`, { headers })
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
  return answer.headers.get('x-resit-proof')
}

test('a till learns that it is its gateway which answers, before it shows its token (LO14)', async () => {
  expect(await proofFor(markOf(token))).toBe(keyed(token, `resit till\n${shop.port}\n${challenge}`))
  // Each challenge and each port has another proof, so an old or foreign one is useless.
  const other = randomBytes(32).toString('hex')
  expect(await proofFor(markOf(token), other)).toBe(keyed(token, `resit till\n${shop.port}\n${other}`))
})

test('nothing is proven of a token that opens nothing here, or to whoever does not ask as a till does', async () => {
  expect(await proofFor(markOf('rst_somebody-elses'))).toBeNull()
  expect(await proofFor(token.slice(0, 32))).toBeNull()
  expect(await proofFor(markOf(token), 'short')).toBeNull()
  expect(await proofFor(markOf(token), '0'.repeat(200))).toBeNull()
})

test('a token that is revoked proves nothing any more', async () => {
  const revoked = await shop.token()
  await expect.poll(() => proofFor(markOf(revoked))).not.toBeNull()
  const { tokens } = shop.gateway.store
  const { id = '' } = (await tokens.bySha256(createHash('sha256').update(revoked).digest('hex'))) ?? {}
  expect(await tokens.revoke(id, Date.now(), 'control')).toBe(true)
  await expect.poll(() => proofFor(markOf(revoked))).toBeNull()
  expect(await proofFor(markOf(token))).not.toBeNull()
})
