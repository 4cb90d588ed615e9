import { expect } from 'vitest'
import type { TestGateway } from './gateway.ts'

export async function scrape(gateway: TestGateway): Promise<string> {
  const headers = { authorization: `Bearer ${await gateway.token({ scopes: ['monitor'] })}` }
  const response = await fetch(`http://127.0.0.1:${gateway.port}/metrics`, { headers })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return response.text()
}
