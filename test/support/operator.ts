import type { Told } from './api.ts'
import type { TestGateway } from './gateway.ts'

/** A call of the operator API as the owner. */
export async function operate<Answer>(
  { gateway, port }: Pick<TestGateway, 'gateway' | 'port'>,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<Told<Answer>> {
  const response = await fetch(`http://127.0.0.1:${port}/operator/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${gateway.controlToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer, headers: response.headers }
}
