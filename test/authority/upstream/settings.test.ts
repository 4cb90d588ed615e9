import { expect, test } from 'vitest'
import { authorityOf, boundAuthorityEnv } from '../../../electron/gateway/installation/installation.ts'
import { readSettings } from '../../../electron/gateway/settings/settings.ts'
import { BadConfiguration, type Environment } from '../../../electron/gateway/settings/values.ts'

const env = {
  RESIT_AUTHORITY: 'gateway',
  RESIT_UPSTREAM_URL: 'https://gateway.example/v1/',
  RESIT_UPSTREAM_TOKEN: 'rst_ours',
}
const read = (more: Environment = {}) => readSettings([], { ...env, ...more })

test('address and token of the other gateway are read', () => {
  expect(read().upstream).toEqual({ url: 'https://gateway.example/v1', token: 'rst_ours' })
  expect(read({ RESIT_UPSTREAM_URL: 'http://127.0.0.1:7511/v1' }).upstream?.url).toBe('http://127.0.0.1:7511/v1')
})

test.each([
  [{ RESIT_UPSTREAM_URL: undefined }, 'set RESIT_UPSTREAM_URL'],
  [{ RESIT_UPSTREAM_URL: 'http://gateway.example/v1' }, 'https'],
  [{ RESIT_UPSTREAM_URL: 'https://me:secret@gateway.example/v1' }, 'https'],
  [{ RESIT_UPSTREAM_URL: 'http://localhost:7510/v1' }, 'this gateway itself'],
  [{ RESIT_UPSTREAM_TOKEN: undefined }, 'RESIT_UPSTREAM_TOKEN'],
  [{ RESIT_UPSTREAM_TOKEN: 'two words' }, 'RESIT_UPSTREAM_TOKEN'],
])('what cannot work is told at the start, with what to change (%#)', (more, says) => {
  expect(() => read(more)).toThrow(BadConfiguration)
  expect(() => read(more)).toThrow(says)
})

test('no sentence about the configuration shows the token (SU3)', () => {
  const said = () => read({ RESIT_UPSTREAM_TOKEN: 'two words' })
  expect(said).toThrow(/RESIT_UPSTREAM_TOKEN/)
  expect(said).not.toThrow(/two words/)
})

test('a data directory belongs to one other gateway, and the command line finds it again without a token', async () => {
  const bound = authorityOf(read())
  expect(bound).toBe('gateway https://gateway.example/v1')
  const kept = { get: async () => bound, set: async () => undefined }
  const environment = await boundAuthorityEnv(kept)
  const settings = readSettings([], { ...environment, RESIT_DISPATCH: 'off' })
  expect(authorityOf(settings)).toBe(bound)
})

test('what another gateway does not have yet may be sent again at any time', () => {
  expect(read().timing.resendWindowMs).toBe(Number.POSITIVE_INFINITY)
  expect(read({ RESIT_RESEND_WINDOW_MS: '1000' }).timing.resendWindowMs).toBe(1000)
})
